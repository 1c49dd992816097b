//! What the crate has for other crates.

use sortid::*;

#[test]
fn serde_texts() {
    let id: Ulid = serde_json::from_str("\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"").unwrap();
    assert_eq!(serde_json::to_string(&id).unwrap(), "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"");
    let why = serde_json::from_str::<Ulid>("\"01ARZ3NDEKTSV4RRFFQ69G5FAU\"").unwrap_err();
    assert!(why.to_string().contains("'U' at position 25"), "{why}");
    assert!(serde_json::from_str::<Xid>("7").unwrap_err().to_string().contains("a text of the format xid"));
    let user: TypeId = serde_json::from_str("\"user_01h455vb4pex5vsknk084sn02q\"").unwrap();
    assert_eq!(user.prefix(), "user");
}

#[test]
fn uuids() {
    let id = Uuidv7::new();
    let uuid: uuid::Uuid = id.into();
    assert_eq!(uuid.to_string(), id.to_string());
    assert_eq!(uuid.get_version_num(), 7);
    assert_eq!(Uuidv7::try_from(uuid), Ok(id));
    assert_eq!(Uuidv7::try_from(uuid::Uuid::nil()).unwrap_err().reason(), Some(Reason::Range));
    assert_eq!(uuid::Uuid::from(TypeId::new("user").unwrap()).get_version_num(), 7);
}

/// Counts up.
struct Bytes(u8);
impl rand_core::RngCore for Bytes {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }
    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }
    fn fill_bytes(&mut self, to: &mut [u8]) {
        for byte in to {
            self.0 = self.0.wrapping_add(1);
            *byte = self.0;
        }
    }
}

#[test]
fn random_bytes_of_another() {
    let options = GeneratorOptions::default();
    let make = || Generator::<Ulid>::with_rng(&options, Bytes(7)).unwrap().random_at(5).unwrap();
    assert_eq!(make(), make());
    assert_ne!(make(), Ulid::new_at(5).unwrap());
}
