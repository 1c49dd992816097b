// Times the Rust peers and puts them to the tests; prints JSON lines. The operations, the tests and the shape of a line are
// described in run.py, the folder above.
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write as _};
use std::os::fd::FromRawFd;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::str::FromStr;
use std::time::{Duration, Instant};

use euid::EUID;
use ferroid::base32::Base32UlidExt;
use ferroid::generator::thread_local::Ulid as FerroidMaker;
use ferroid::id::ULID as Ferroid;
use type_safe_id::{StaticType, TypeSafeId};
use typeid_suffix::prelude::{TypeIdSuffix, V7};
use ulid::Ulid;
use uuid::{ContextV7, NoContext, Timestamp, Uuid};
use uuid_simd::UuidExt;

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

// The texts of a format that are no ids, with the reason of each.
fn junk(format: &str) -> Vec<(String, String)> {
    let file = std::fs::read_to_string(std::env::args().nth(3).expect("a file")).expect("texts");
    let decoded = |hex: &str| {
        let bytes = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16));
        String::from_utf8(bytes.map(|byte| byte.expect("hex")).collect()).expect("UTF-8")
    };
    let lines = file
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    lines
        .filter(|parts| parts[0] == format)
        .map(|parts| (parts[1].to_string(), decoded(parts[2])))
        .collect()
}

fn format_of(name: &str) -> &str {
    name.split('/').nth(1).expect("a format")
}

// Ids from texts; a panic is an error too.
fn parse<T>(
    name: &str,
    peer: &str,
    note: &str,
    texts: &[String],
    parse: impl Fn(&str) -> Option<T>,
) {
    let taken: BTreeSet<_> = junk(format_of(name))
        .into_iter()
        .filter(|(_, text)| {
            catch_unwind(AssertUnwindSafe(|| parse(text).is_some())).unwrap_or(false)
        })
        .map(|(reason, _)| format!("\"{reason}\""))
        .collect();
    let taken = taken.into_iter().collect::<Vec<_>>().join(",");
    let found = format!(",\"takes\":[{taken}]");
    bench_and(name, peer, note, &found, |i| parse(&texts[i]).unwrap());
}

// New ids: how many of a row are not above the one before, and in how many forks parent and child make an equal one.
fn fresh<T>(
    name: &str,
    peer: &str,
    note: &str,
    mut make: impl FnMut() -> T,
    number: impl Fn(T) -> u128,
) {
    let row: Vec<u128> = (0..16 * COUNT).map(|_| number(make())).collect();
    let disorder = row.windows(2).filter(|pair| pair[0] >= pair[1]).count();
    let forks = self::number(4);
    let twins = (0..forks).filter(|_| has_twins(|| number(make()))).count();
    let found = format!(",\"disorder\":{disorder},\"forks\":{forks},\"twins\":{twins}");
    bench_and(name, peer, note, &found, |_| make());
}

fn has_twins(mut make: impl FnMut() -> u128) -> bool {
    const EACH: usize = 64;
    const TOO_MANY_IN_COMMON: usize = 4;
    make();
    let mut ends = [0; 2];
    // The child is of this thread alone: it makes ids, writes them and ends.
    let child = unsafe {
        assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
        libc::fork()
    };
    assert!(child >= 0);
    let (mut from, mut to) = unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) };
    let mine: Vec<u128> = (0..EACH).map(|_| make()).collect();
    if child == 0 {
        let bytes: Vec<u8> = mine.iter().flat_map(|id| id.to_be_bytes()).collect();
        let _ = to.write_all(&bytes);
        unsafe { libc::_exit(0) }
    }
    drop(to);
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).expect("the child's ids");
    unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
    assert_eq!(bytes.len(), 16 * EACH, "the child died");
    let theirs: HashSet<&[u8]> = bytes.chunks(16).collect();
    let in_common = mine
        .iter()
        .filter(|id| theirs.contains(&id.to_be_bytes()[..]));
    in_common.count() >= TOO_MANY_IN_COMMON
}

fn bench<T>(name: &str, peer: &str, note: &str, make: impl FnMut(usize) -> T) {
    bench_and(name, peer, note, "", make);
}

// The fastest repetition, per id; `make` is called for 0 to COUNT - 1, over and over. `found` is what the tests found.
fn bench_and<T>(name: &str, peer: &str, note: &str, found: &str, mut make: impl FnMut(usize) -> T) {
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
        "{{\"bench\":\"{name}\",\"peer\":\"{peer}\",\"version\":\"{}\",\"language\":\"Rust\",\"ns_per_id\":{best:.3},\"note\":\"{note}\"{found}}}",
        version(peer)
    );
}

fn main() {
    std::panic::set_hook(Box::new(|_| ()));
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
    let (text, read) = ("one/ulid/to_text", "one/ulid/parse");
    bench(text, "ulid", "array_to_str, to a buffer", |i| {
        ulids[i].array_to_str(&mut buffer);
        black_box(&buffer);
    });
    parse(read, "ulid", "from_string", &texts, |text| {
        Ulid::from_string(text).ok()
    });
    let (increasing, random) = ("new/ulid/increasing", "new/ulid/random");
    let mut generator = ulid::Generator::new();
    let note = "Generator, rand's thread generator";
    let next = || generator.generate().unwrap();
    fresh(increasing, "ulid", note, next, u128::from);
    fresh(
        random,
        "ulid",
        "rand's thread generator",
        Ulid::generate,
        u128::from,
    );

    let ours: Vec<sortid::Ulid> = texts.iter().map(|text| text.parse().unwrap()).collect();
    bench(text, "sortid (crate)", "", |i| {
        black_box(ours[i].text());
    });
    parse(read, "sortid (crate)", "", &texts, |text| {
        sortid::Ulid::parse(text).ok()
    });
    let mut generator = sortid::Generator::<sortid::Ulid>::new().unwrap();
    let next = || generator.next().unwrap();
    fresh(increasing, "sortid (crate)", "Generator", next, |id| {
        id.number()
    });
    let note = "Ulid::new, one order for each thread";
    fresh(increasing, "sortid (crate)", note, sortid::Ulid::new, |id| {
        id.number()
    });
    let mut generator = sortid::Generator::<sortid::Ulid>::new().unwrap();
    let next = || generator.random().unwrap();
    fresh(random, "sortid (crate)", "Generator::random", next, |id| {
        id.number()
    });
    let column = texts.concat();
    let mut read_ids = vec![Ulid::from(0u128); COUNT];
    bench("column/ulid/parse", "ulid", "in a loop", |i| {
        read_ids[i] = Ulid::from_string(&column[26 * i..26 * i + 26]).unwrap();
    });
    let mut read_ids = vec![sortid::Ulid::min(); COUNT];
    let rows = sortid::batch::Rows::default();
    bench("column/ulid/parse", "sortid (crate)", "all at once", |i| {
        if i == 0 {
            sortid::batch::from_text::<sortid::Ulid>(column.as_bytes(), &mut read_ids, &rows)
                .unwrap();
        }
    });

    let ferroids: Vec<Ferroid> = ids.iter().map(|&id| Ferroid::from_raw(id)).collect();
    let mut place = Ferroid::base32_array();
    bench(text, "ferroid", "encode_to_buf", |i| {
        ferroids[i].encode_to_buf(&mut place);
        black_box(&place);
    });
    parse(read, "ferroid", "decode", &texts, |text| {
        Ferroid::decode(text).ok()
    });
    let note = "new_ulid_mono; the time is that of a thread of its own";
    let next = || FerroidMaker::new_ulid_mono(|_| std::thread::yield_now());
    fresh(increasing, "ferroid", note, next, |id| id.to_raw());
    let note = "new_ulid; the time is that of a thread of its own";
    fresh(random, "ferroid", note, FerroidMaker::new_ulid, |id| {
        id.to_raw()
    });

    use fast32::base32::CROCKFORD;
    let raw: Vec<[u8; 16]> = ids.iter().map(|id| id.to_be_bytes()).collect();
    let mut place = Vec::with_capacity(26);
    bench(text, "fast32", "Crockford, 16 bytes to a buffer", |i| {
        place.clear();
        CROCKFORD.encode_into(&raw[i], &mut place);
        black_box(&place);
    });
    parse(
        read,
        "fast32",
        "Crockford, decode_u128_str",
        &texts,
        |text| CROCKFORD.decode_u128_str(text).ok(),
    );

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
    let (text, read) = ("one/uuidv7/to_text", "one/uuidv7/parse");
    bench(text, "uuid", "encode_lower, to a buffer", |i| {
        uuids[i].hyphenated().encode_lower(&mut buffer);
        black_box(&buffer);
    });
    let note = "try_parse; takes other notations and versions too";
    parse(read, "uuid", note, &texts, |text| {
        Uuid::try_parse(text).ok()
    });
    let (increasing, random) = ("new/uuidv7/increasing", "new/uuidv7/random");
    let ours: Vec<sortid::Uuidv7> = texts.iter().map(|text| text.parse().unwrap()).collect();
    bench(text, "sortid (crate)", "", |i| {
        black_box(ours[i].text());
    });
    parse(read, "sortid (crate)", "", &texts, |text| {
        sortid::Uuidv7::parse(text).ok()
    });
    let note = "Uuidv7::new, one order for each thread";
    fresh(increasing, "sortid (crate)", note, sortid::Uuidv7::new, |id| {
        id.number()
    });
    let note = "now_v7, one order for the process; feature fast-rng";
    fresh(increasing, "uuid", note, Uuid::now_v7, |id| id.as_u128());
    let context = ContextV7::new();
    let note = "ContextV7 of one thread; feature fast-rng";
    let next = || Uuid::new_v7(Timestamp::now(&context));
    fresh(increasing, "uuid", note, next, |id| id.as_u128());
    let next = || Uuid::new_v7(Timestamp::now(NoContext));
    fresh(random, "uuid", "NoContext; feature fast-rng", next, |id| {
        id.as_u128()
    });

    let mut buffer = [0u8; 36];
    bench(text, "uuid-simd", "format_hyphenated, to a buffer", |i| {
        let place = uuid_simd::Out::from_mut(&mut buffer);
        let _ =
            uuid_simd::format_hyphenated(uuids[i].as_bytes(), place, uuid_simd::AsciiCase::Lower);
        black_box(&buffer);
    });
    let note = "parse_hyphenated; takes other versions too";
    parse(read, "uuid-simd", note, &texts, |text| {
        <Uuid as UuidExt>::parse_hyphenated(text).ok()
    });

    bench(text, "fast-uuid-v7", "format_uuid", |i| {
        fast_uuid_v7::format_uuid(ids[i])
    });
    let mut generator = fast_uuid_v7::SequentialGenerator::new();
    let next = || generator.next_id();
    fresh(
        increasing,
        "fast-uuid-v7",
        "SequentialGenerator",
        next,
        |id| id,
    );
    let note = "gen_id_u128; a small generator, no cryptographic one";
    fresh(
        random,
        "fast-uuid-v7",
        note,
        fast_uuid_v7::gen_id_u128,
        |id| id,
    );

    let texts: Vec<String> = uuids
        .iter()
        .map(|&id| TypeIdSuffix::from(id).to_string())
        .collect();
    let (text, read) = ("one/typeid/to_text", "one/typeid/parse");
    bench(text, "typeid_suffix", "suffix alone", |i| {
        TypeIdSuffix::from(uuids[i])
    });
    let note = "suffix alone; from_str, to_uuid";
    parse(read, "typeid_suffix", note, &texts, |text| {
        TypeIdSuffix::from_str(text).ok().map(|id| id.to_uuid())
    });
    let (increasing, random) = ("new/typeid/increasing", "new/typeid/random");
    let (next, value) = (TypeIdSuffix::new::<V7>, |id: TypeIdSuffix| {
        id.to_uuid().as_u128()
    });
    fresh(
        increasing,
        "typeid_suffix",
        "makes the text too",
        next,
        value,
    );

    let mut written = String::with_capacity(64);
    bench(
        text,
        "type-safe-id",
        "no prefix; Display to a buffer",
        |i| {
            written.clear();
            write!(written, "{}", TypeSafeId::<NoPrefix>::from_uuid(uuids[i])).unwrap();
            black_box(&written);
        },
    );
    parse(read, "type-safe-id", "no prefix", &texts, |text| {
        TypeSafeId::<NoPrefix>::from_str(text).ok()
    });
    let (next, value) = (TypeSafeId::<NoPrefix>::new, |id: TypeSafeId<_>| {
        id.uuid().as_u128()
    });
    fresh(
        random,
        "type-safe-id",
        "rand's thread generator",
        next,
        value,
    );

    let euids: Vec<EUID> = ids.iter().map(|&id| EUID::from(id)).collect();
    let texts: Vec<String> = euids.iter().map(|id| id.encode(true)).collect();
    bench("one/euid/to_text", "euid", "encode, with check-mod", |i| {
        euids[i].encode(true)
    });
    parse("one/euid/parse", "euid", "from_str", &texts, |text| {
        EUID::from_str(text).ok()
    });
    let mut last = EUID::create().unwrap();
    let note = "next, which asks the system for 32 bits each time";
    let next = || {
        last = last.next().or_else(EUID::create).unwrap();
        last
    };
    fresh("new/euid/increasing", "euid", note, next, u128::from);
    let next = || EUID::create().unwrap();
    fresh("new/euid/random", "euid", "create", next, u128::from);

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
    let note = "stands in: 8 bytes in base 58, to a buffer";
    bench("one/uid11/to_text", "bs58", note, |i| {
        bs58::encode(&halves[i]).onto(&mut buffer[..]).unwrap();
        black_box(&buffer);
    });
    let note = "stands in: 8 bytes from base 58, to a buffer";
    parse("one/uid11/parse", "bs58", note, &texts, |text| {
        let mut half = [0u8; 8];
        (bs58::decode(text).onto(&mut half[..]) == Ok(8)).then_some(half)
    });
}
