//! What the crate has of Rust's own: traits, threads, forks, generators, columns.

use std::collections::{hash_map::DefaultHasher, BTreeSet, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use sortid::batch::{self, Rows, Why};
use sortid::*;

const TEXT: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// For every format: the type's order is that of its texts' values, equal ids have equal hashes, and texts come back.
struct Traits;
impl Visitor for Traits {
    type Output = usize;
    fn visit<T: Id>(self) -> usize {
        fn is_value<V: Copy + Ord + Hash + Send + Sync + 'static>() {}
        is_value::<T>();
        let (min, max) = (T::try_from(T::FORMAT.min()).unwrap(), T::try_from(T::FORMAT.max()).unwrap());
        assert!(min < max && min.to_string() != max.to_string());
        let sample: T = T::FORMAT.sample().parse().unwrap();
        assert_eq!(sample, T::parse(sample.to_string()).unwrap());
        assert_eq!(hash_of(&sample), hash_of(&T::parse(sample.to_string()).unwrap()));
        assert!(min <= sample || !T::FORMAT.sample().contains(char::is_alphabetic));
        assert_eq!(format!("{sample:>100}").len(), 100);
        let any: AnyId = sample.into();
        assert_eq!(any.format(), T::FORMAT);
        assert_eq!(any.to_string(), sample.to_string());
        assert_eq!(T::FORMAT.from_bytes(&any.bytes()).unwrap().number(), any.number());
        assert_eq!(T::FORMAT.from_hex(any.hex()).unwrap().number(), any.number());
        for other in Format::ALL.iter().filter(|other| **other != T::FORMAT) {
            assert!(T::try_from(other.min()).is_err());
        }
        let why = T::parse("!").unwrap_err();
        assert_eq!((why.reason(), why.fault(), why.format()), (Some(Reason::Length), None, Some(T::FORMAT)));
        assert!(why.to_string().contains(T::FORMAT.name()), "{why}");
        let _: &dyn std::error::Error = &why;
        // A generator, where the format has one; what it makes is greater each time where there is an order.
        let node = GeneratorOptions { node: Some(3), ..Default::default() };
        let generator = Generator::<T>::new().or_else(|_| Generator::<T>::with(&node));
        if let Ok(mut generator) = generator {
            let ids: Vec<T> = (0..1000).map(|_| generator.next().unwrap_or(sample)).collect();
            assert!(
                !T::FORMAT.is_ordered()
                    || ids.windows(2).all(|two| two[0] < two[1] || two[0] == sample || two[1] == sample)
            );
            return 1;
        }
        0
    }
}

#[test]
fn every_format() {
    let generated: usize = Format::ALL.iter().map(|format| format.visit(Traits)).sum();
    assert!(generated > 8, "{generated}");
    for format in Format::ALL {
        assert_eq!(Format::named(format.name()), Some(format));
    }
    assert_eq!(Format::named("guid"), None);
}

#[test]
fn network_order() {
    let ids: BTreeSet<Ulid> = (0..100_u128).map(|i| Ulid::from_number(i << 100 | (99 - i)).unwrap()).collect();
    let mut texts: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let by_id = texts.clone();
    texts.sort();
    assert_eq!(texts, by_id);
    assert!(Ulid::from_bytes(&[0; 15]).is_err());
    assert_eq!(Ulid::try_from(&[7_u8; 16][..]).unwrap().bytes(), [7; 16]);
    let (a, b) = (
        TypeId::parse("a_7zzzzzzzzzzzzzzzzzzzzzzzzz").unwrap(),
        TypeId::parse("b_00000000000000000000000000").unwrap(),
    );
    assert!(a < b && b.with_prefix("").unwrap() < a);
    assert_eq!(a.convert::<Uuid>().unwrap().number(), u128::MAX);
    assert_eq!(
        (a.prefix(), &*a.suffix(), a.text() == "a_7zzzzzzzzzzzzzzzzzzzzzzzzz"),
        ("a", "7zzzzzzzzzzzzzzzzzzzzzzzzz", true)
    );
}

#[test]
fn instants() {
    let id = Ulid::parse(TEXT).unwrap();
    assert_eq!(id.time(), UNIX_EPOCH + Duration::from_millis(id.unix_ms() as u64));
    assert_eq!(id.timestamp(), 1_469_922_850_259);
    let (first, last) = Ulid::between(id.unix_ms(), id.unix_ms() + 1).unwrap();
    assert!(first <= id && id <= last);
    let times = id.time()..id.time() + Duration::from_nanos(1);
    assert_eq!(Format::Ulid.between_times(times).unwrap(), (first.into(), last.into()));
    assert_eq!(Ulid::new_at(5).unwrap().unix_ms(), 5);
    assert_eq!(Ulid::new_at(-1).unwrap_err().fault(), Some(Fault::OutOfRange));
    assert_eq!(parse_instant("2016-07-30T23:54:10.259Z", false).unwrap(), id.unix_ms());
    assert_eq!(Uuid::parse("00000000-0000-0000-0000-000000000000").unwrap().unix_ms(), None);
    let any: AnyId = id.into();
    assert_eq!(any.unix_ms_since(0).unwrap(), any.unix_ms());
    assert!(any.unix_ms_since(i64::MAX).is_err());
}

#[test]
fn options() {
    let mut ids = Generator::<TypeId>::with(&GeneratorOptions { prefix: "user", ..Default::default() }).unwrap();
    let id = ids.next().unwrap();
    assert_eq!((id.prefix(), ids.ahead()), ("user", 0));
    assert!(id < ids.next().unwrap());
    for prefix in ["User", "user_", "a\0b", &"a".repeat(64), &"a".repeat(1000)] {
        let why = Generator::<TypeId>::with(&GeneratorOptions { prefix, ..Default::default() }).err().unwrap();
        assert_eq!(why.reason(), Some(Reason::Prefix));
    }
    assert_eq!(TypeId::new("User").unwrap_err().reason(), Some(Reason::Prefix));
    let of_ulid = GeneratorOptions { node: Some(1), ..Default::default() };
    assert_eq!(Generator::<Ulid>::with(&of_ulid).err().unwrap().reason(), Some(Reason::Range));
    assert_eq!(Uid11Snowish::try_new().unwrap_err().fault(), Some(Fault::NeedsNode));
    let mut ids = Generator::<Ulid>::new().unwrap();
    assert!(ids.next_at(5).unwrap() < ids.next_at(5).unwrap());
    assert_eq!(ids.next_at(4).unwrap_err().fault(), Some(Fault::ClockBack));
    assert!(ids.random_at(4).unwrap() < ids.random().unwrap());
    let mut rows = [Ulid::min(); 300];
    ids.fill(&mut rows).unwrap();
    assert!(rows.windows(2).all(|two| two[0] < two[1]));
    ids.fill_random(&mut rows).unwrap();
    assert_eq!(rows.iter().collect::<HashSet<_>>().len(), rows.len());
}

/// A clock that stands still, and no randomness.
struct Still;
impl Sources for Still {
    fn now(&mut self) -> i64 {
        1_000
    }
    fn pause(&mut self, us: i64) -> i64 {
        us
    }
    fn fill(&mut self, bytes: &mut [u8]) -> bool {
        bytes.fill(0xFF);
        true
    }
}
struct Empty;
impl Sources for Empty {
    fn now(&mut self) -> i64 {
        1_000
    }
    fn pause(&mut self, us: i64) -> i64 {
        us
    }
    fn fill(&mut self, _: &mut [u8]) -> bool {
        false
    }
}

#[test]
fn sources_of_the_caller() {
    let mut ids = Generator::<Ulid>::with_sources(&GeneratorOptions::default(), Still).unwrap();
    assert_eq!(ids.next().unwrap().unix_ms(), 1_000);
    assert_eq!(ids.next().unwrap_err().fault(), Some(Fault::TailOverflow));
    let ahead = GeneratorOptions { on_overflow: OnOverflow::RunAhead, ..Default::default() };
    // It is moved, and the core's part of it stays where it is.
    let mut moved = vec![Generator::<Ulid>::with_sources(&ahead, Still).unwrap()];
    moved[0].next().unwrap();
    moved.reserve(1000);
    assert_eq!(moved[0].next().unwrap().unix_ms(), 1_001);
    let none = Generator::<Ulid>::with_sources(&ahead, Empty).unwrap().next();
    assert_eq!(none.unwrap_err().fault(), Some(Fault::Entropy));
}

#[test]
fn threads() {
    const THREADS: usize = 64;
    const EACH: usize = 2_000;
    let shared = Arc::new(ProcessGenerator::<Ulid>::new().unwrap());
    let run = |make: fn(&ProcessGenerator<Ulid>) -> Ulid| {
        let start = || {
            let shared = shared.clone();
            std::thread::spawn(move || (0..EACH).map(|_| make(&shared)).collect::<Vec<_>>())
        };
        let threads: Vec<_> = (0..THREADS).map(|_| start()).collect();
        let made: Vec<Vec<Ulid>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert!(made.iter().all(|ids| ids.windows(2).all(|two| two[0] < two[1])));
        assert_eq!(made.iter().flatten().collect::<HashSet<_>>().len(), THREADS * EACH);
    };
    run(|shared| shared.next().unwrap());
    run(|_| Ulid::new());
}

#[cfg(unix)]
mod forks {
    use super::*;

    extern "C" {
        fn fork() -> i32;
        fn waitpid(child: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(status: i32) -> !;
    }

    /// Whether the ids that `make` gives in a child are none of those that it gives here. The child tells by its exit, so
    /// it compares with what the parent had made before the fork, and the parent with what the child writes.
    #[test]
    fn a_child_has_its_own() {
        let pipe = std::env::temp_dir().join(format!("sortid-{}", std::process::id()));
        let mut own = Generator::<Ulid>::new().unwrap();
        let shared = ProcessGenerator::<Ulid>::new().unwrap();
        let mut make = || [Ulid::new(), own.next().unwrap(), shared.next().unwrap(), Ulid::new_random().unwrap()];
        make();
        let child = unsafe { fork() };
        assert!(child >= 0);
        let made: Vec<String> = (0..64).flat_map(|_| make()).map(|id| id.to_string()).collect();
        if child == 0 {
            let written = std::fs::write(&pipe, made.join("\n")).is_ok();
            unsafe { _exit(i32::from(!written)) }
        }
        let mut status = 0;
        assert_eq!((unsafe { waitpid(child, &mut status, 0) }, status), (child, 0));
        let other = std::fs::read_to_string(&pipe).unwrap();
        std::fs::remove_file(&pipe).unwrap();
        let all: HashSet<&str> = made.iter().map(String::as_str).chain(other.lines()).collect();
        assert_eq!(all.len(), 2 * made.len());
    }
}

#[test]
fn columns() {
    let ids: Vec<Ulid> = (0..1000_u128).map(|i| Ulid::from_number(i * 0x1_0000_0001_0000_0001_0001).unwrap()).collect();
    let mut texts = vec![b'\n'; 27 * ids.len()];
    let rows = Rows { stride: 27, ..Default::default() };
    assert_eq!(batch::to_text::<Ulid>(&ids, &mut texts, &rows), Ok(1000));
    assert_eq!(
        std::str::from_utf8(&texts).unwrap().lines().map(|text| text.parse().unwrap()).collect::<Vec<Ulid>>(),
        ids
    );
    let mut back = vec![Ulid::max(); ids.len()];
    assert_eq!(batch::from_text::<Ulid>(&texts, &mut back, &rows), Ok(1000));
    assert_eq!(back, ids);
    assert_eq!(batch::check::<Ulid>(&texts, &rows), Ok(1000));
    let mut ms = vec![0; ids.len()];
    batch::unix_ms::<Ulid>(&ids, None, &mut ms).unwrap();
    assert!(ids.iter().zip(&ms).all(|(id, ms)| id.unix_ms() == *ms));
    assert_eq!(batch::unix_ms_of_text::<Ulid>(&texts, &rows, None, &mut ms), Ok(1000));
    let mut uuids = vec![0; 36 * ids.len()];
    assert_eq!(batch::convert::<Ulid, Uuid>(&texts, &rows, &mut uuids, &Rows::default()), Ok(1000));
    assert_eq!(&uuids[36..72], ids[1].convert::<Uuid>().unwrap().text().as_bytes());
    texts[27 * 5 + 25] = b'U';
    let (done, why) = batch::from_text::<Ulid>(&texts, &mut back, &rows).unwrap_err();
    assert_eq!((done, why.reason(), why.position()), (5, Some(Reason::Character), 25));
    let mut whys = vec![Why::default(); ids.len()];
    assert_eq!(batch::from_text_each::<Ulid>(&texts, &mut back, &mut whys, &rows), Ok(1));
    assert_eq!((whys[4].reason(), whys[5].reason()), (None, Some(Reason::Character)));
    let mut bytes = vec![0; 16 * ids.len()];
    assert_eq!(batch::to_bytes::<Ulid>(&ids, &mut bytes), 1000);
    assert_eq!(batch::from_bytes::<Ulid>(&bytes, &mut back), Ok(1000));
    back.reverse();
    batch::sort::<Ulid>(&mut back);
    assert_eq!(back, ids);
    assert_eq!(batch::lower_bound::<Ulid>(&ids, ids[7]), 7);
    let mut rest = vec![Ulid::min(); ids.len()];
    assert_eq!(batch::difference::<Ulid>(&ids, &ids[..999], &mut rest), 1);
    assert_eq!(rest[0], ids[999]);
    assert!(!batch::kernels().is_empty());
    let xids: Vec<Xid> = (0..100).map(|i| Xid::from_number(i << 40).unwrap()).collect();
    let mut texts = vec![0; 11 * xids.len()];
    assert_eq!(batch::to_text::<Xid>(&xids, &mut texts, &Rows::default()), Ok(100));
    assert_eq!(&texts[11..22], xids[1].text().as_bytes());
    let mut suffixes = [[0; 16]; 3];
    Generator::<TypeId>::new().unwrap().fill(&mut suffixes).unwrap();
    let mut texts = [0; 3 * 31];
    let users = Rows { prefix: "user", ..Default::default() };
    assert_eq!(batch::to_text::<TypeId>(&suffixes, &mut texts, &users), Ok(3));
    assert_eq!(TypeId::parse(&texts[31..62]).unwrap().bytes(), suffixes[1]);
    assert_eq!(
        batch::to_text::<TypeId>(&suffixes, &mut texts, &Rows { prefix: "U", ..users }).unwrap_err().reason(),
        Some(Reason::Prefix)
    );
}

#[test]
fn masks() {
    let masker = Masker::new(Format::Ulid, &[7; 16]).unwrap();
    let ids = [Ulid::new(), Ulid::max()];
    let mut rows = ids;
    assert_eq!(masker.mask_rows::<Ulid>("", &mut rows), Ok(2));
    assert_eq!(AnyId::from(rows[0]), masker.mask(ids[0]).unwrap());
    assert_eq!(masker.unmask_rows::<Ulid>("", &mut rows), Ok(2));
    assert_eq!(rows, ids);
    assert_eq!(masker.mask(Xid::new()).unwrap_err().name(), "unsupported");
    assert_eq!(Masker::new(Format::Ulid, &[7; 15]).err().unwrap().name(), "bad size");
    assert_eq!(
        Masker::from_key_file(Format::Ulid, "07".repeat(16).as_bytes()).unwrap().mask(ids[0]),
        masker.mask(ids[0])
    );
    assert_eq!(Ulid::named_at(&[7; 16], 5, "a").unwrap(), Ulid::named_at(&[7; 16], 5, "a").unwrap());
}

#[test]
fn errors() {
    let why = Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAU").unwrap_err();
    assert_eq!(why.to_string(), "'U' at position 25 is not a symbol of ulid");
    assert_eq!(Ulid::from_bytes(&[0; 15]).unwrap_err().to_string(), "ulid has 16 bytes, found 15");
    assert_eq!(
        (why.found(), why.expected(), why),
        (u32::from(b'U'), 0, Ulid::check("01ARZ3NDEKTSV4RRFFQ69G5FAU").unwrap())
    );
    assert!(format!("{why:?}").contains("character"));
    assert_eq!(sortid::parse("").unwrap_err().name(), "length");
    assert_eq!(Ulid::parse(&[0xFF; 26][..]).unwrap_err().position(), 0);
    assert_eq!(sortid::version().split('.').count(), 3);
    assert_eq!(sortid::meant("01ARZ3NDEKTSV4RRFFQ69G5FAU"), Some(Format::Ulid));
}
