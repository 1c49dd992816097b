// Times the Rust peers; prints JSON lines. The operations and the shape of a line are described in run.py, the folder
// above.
use std::fmt::Write;
use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

use euid::EUID;
use type_safe_id::{StaticType, TypeSafeId};
use typeid_suffix::prelude::{TypeIdSuffix, V7};
use ulid::Ulid;
use uuid::{ContextV7, NoContext, Timestamp, Uuid};

const COUNT: usize = 4096;

#[derive(Default)]
struct NoPrefix;
impl StaticType for NoPrefix {
    const TYPE: &'static str = "";
}

fn number(argument: usize) -> u64 {
    std::env::args()
        .nth(argument)
        .expect("two arguments")
        .parse()
        .expect("a number")
}

// What Cargo.lock says of a crate.
fn version(name: &str) -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let entry = lock
        .split("[[package]]")
        .find(|entry| entry.contains(&format!("name = \"{name}\"\n")));
    entry
        .and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next())
        .unwrap_or("")
}

// The fastest repetition, per id; `make` is called for 0 to COUNT - 1, over and over.
fn bench<T>(name: &str, peer: &str, note: &str, mut make: impl FnMut(usize) -> T) {
    let (repetitions, least) = (number(1), Duration::from_millis(number(2)));
    let mut best = f64::INFINITY;
    for _ in 0..repetitions {
        let (start, mut passes) = (Instant::now(), 0u32);
        while passes == 0 || start.elapsed() < least {
            for i in 0..COUNT {
                black_box(make(i));
            }
            passes += 1;
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(passes) / COUNT as f64);
    }
    println!(
        "{{\"bench\":\"{name}\",\"peer\":\"{peer}\",\"version\":\"{}\",\"language\":\"Rust\",\"ns_per_id\":{best:.3},\"note\":\"{note}\"}}",
        version(peer)
    );
}

fn main() {
    let ids: Vec<u128> = {
        let mut state = 20261121u64; // splitmix64
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut bits = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            u128::from(bits ^ bits >> 31)
        };
        (0..COUNT).map(|_| next() << 64 | next()).collect()
    };

    let ulids: Vec<Ulid> = ids.iter().map(|&id| Ulid::from(id)).collect();
    let texts: Vec<String> = ulids.iter().map(|id| id.to_string()).collect();
    let mut buffer = [0u8; 26];
    bench(
        "one/ulid/to_text",
        "ulid",
        "array_to_str, to a buffer",
        |i| {
            ulids[i].array_to_str(&mut buffer);
            black_box(&buffer);
        },
    );
    bench(
        "one/ulid/parse",
        "ulid",
        "from_string; does not see an overflow",
        |i| Ulid::from_string(&texts[i]).unwrap(),
    );
    let mut generator = ulid::Generator::new();
    bench(
        "new/ulid/increasing",
        "ulid",
        "Generator, rand's thread generator",
        |_| generator.generate().unwrap(),
    );
    bench("new/ulid/random", "ulid", "rand's thread generator", |_| {
        Ulid::generate()
    });

    let uuids: Vec<Uuid> = ids
        .iter()
        .map(|id| {
            let mut bytes = id.to_be_bytes();
            bytes[6] = bytes[6] & 0x0f | 0x70;
            bytes[8] = bytes[8] & 0x3f | 0x80;
            Uuid::from_bytes(bytes)
        })
        .collect();
    let texts: Vec<String> = uuids.iter().map(Uuid::to_string).collect();
    let mut buffer = [0u8; 36];
    bench(
        "one/uuidv7/to_text",
        "uuid",
        "encode_lower, to a buffer",
        |i| {
            uuids[i].hyphenated().encode_lower(&mut buffer);
            black_box(&buffer);
        },
    );
    bench(
        "one/uuidv7/parse",
        "uuid",
        "try_parse; takes other notations and versions too",
        |i| Uuid::try_parse(&texts[i]).unwrap(),
    );
    bench(
        "new/uuidv7/increasing",
        "uuid",
        "now_v7, one order for the process; feature fast-rng",
        |_| Uuid::now_v7(),
    );
    let context = ContextV7::new();
    bench(
        "new/uuidv7/increasing",
        "uuid",
        "ContextV7 of one thread; feature fast-rng",
        |_| Uuid::new_v7(Timestamp::now(&context)),
    );
    bench(
        "new/uuidv7/random",
        "uuid",
        "NoContext; feature fast-rng",
        |_| Uuid::new_v7(Timestamp::now(NoContext)),
    );

    let texts: Vec<String> = uuids
        .iter()
        .map(|&id| TypeIdSuffix::from(id).to_string())
        .collect();
    bench("one/typeid/to_text", "typeid_suffix", "suffix alone", |i| {
        TypeIdSuffix::from(uuids[i])
    });
    bench(
        "one/typeid/parse",
        "typeid_suffix",
        "suffix alone; from_str, to_uuid",
        |i| TypeIdSuffix::from_str(&texts[i]).unwrap().to_uuid(),
    );
    bench(
        "new/typeid/increasing",
        "typeid_suffix",
        "makes the text too",
        |_| TypeIdSuffix::new::<V7>(),
    );

    let mut text = String::with_capacity(64);
    bench(
        "one/typeid/to_text",
        "type-safe-id",
        "no prefix; Display to a buffer",
        |i| {
            text.clear();
            write!(text, "{}", TypeSafeId::<NoPrefix>::from_uuid(uuids[i])).unwrap();
            black_box(&text);
        },
    );
    bench("one/typeid/parse", "type-safe-id", "no prefix", |i| {
        TypeSafeId::<NoPrefix>::from_str(&texts[i]).unwrap()
    });
    bench(
        "new/typeid/random",
        "type-safe-id",
        "rand's thread generator",
        |_| TypeSafeId::<NoPrefix>::new(),
    );

    let euids: Vec<EUID> = ids.iter().map(|&id| EUID::from(id)).collect();
    let texts: Vec<String> = euids.iter().map(|id| id.encode(true)).collect();
    bench("one/euid/to_text", "euid", "encode, with check-mod", |i| {
        euids[i].encode(true)
    });
    bench("one/euid/parse", "euid", "from_str", |i| {
        EUID::from_str(&texts[i]).unwrap()
    });
    let mut last = EUID::create().unwrap();
    bench(
        "new/euid/increasing",
        "euid",
        "next, which asks the system for 32 bits each time",
        |_| {
            last = last.next().or_else(EUID::create).unwrap();
            last
        },
    );
    bench("new/euid/random", "euid", "create", |_| {
        EUID::create().unwrap()
    });

    // Of eleven symbols each.
    let halves: Vec<[u8; 8]> = ids
        .iter()
        .map(|&id| (id as u64 | 1 << 63).to_be_bytes())
        .collect();
    let texts: Vec<String> = halves
        .iter()
        .map(|half| bs58::encode(half).into_string())
        .collect();
    let mut buffer = [0u8; 11];
    bench(
        "one/uid11/to_text",
        "bs58",
        "stands in: 8 bytes in base 58, to a buffer",
        |i| {
            bs58::encode(&halves[i]).onto(&mut buffer[..]).unwrap();
            black_box(&buffer);
        },
    );
    bench(
        "one/uid11/parse",
        "bs58",
        "stands in: 8 bytes from base 58, to a buffer",
        |i| {
            let mut half = [0u8; 8];
            assert_eq!(bs58::decode(&texts[i]).onto(&mut half[..]), Ok(8));
            half
        },
    );
}
