//! Published crates: the program's argument is the crate's name.
use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, BufWriter, Write};
use std::str::FromStr;

type Bytes = [u8; 16];

struct Functions {
    format: &'static str,
    parse: fn(&str) -> Option<(Bytes, Option<String>)>,
    text: fn(Bytes, &str, bool) -> Option<String>,
    time: Option<fn(Bytes) -> u64>,
}

fn bare(bytes: Bytes) -> Option<(Bytes, Option<String>)> {
    Some((bytes, None))
}

fn ulid_next(ms: u64, bits: u128) -> u128 {
    ulid::Ulid::from_parts(ms, bits).0
}

const LIBRARIES: &[(&str, Functions)] = &[
    ("ulid", Functions {
        format: "ulid",
        parse: |text| bare(ulid::Ulid::from_string(text).ok()?.to_bytes()),
        text: |bytes, _, _| Some(ulid::Ulid::from_bytes(bytes).to_string()),
        time: Some(|bytes| ulid::Ulid::from_bytes(bytes).timestamp_ms()),
    }),
    ("rusty_ulid", Functions {
        format: "ulid",
        parse: |text| bare(rusty_ulid::Ulid::from_str(text).ok()?.into()),
        text: |bytes, _, _| Some(rusty_ulid::Ulid::from(bytes).to_string()),
        time: Some(|bytes| rusty_ulid::Ulid::from(bytes).timestamp()),
    }),
    ("ferroid", Functions {
        format: "ulid",
        parse: |text| {
            use ferroid::base32::Base32UlidExt;
            use ferroid::id::ULID;
            bare(ULID::decode(text).ok()?.to_raw().to_be_bytes())
        },
        text: |bytes, _, _| {
            use ferroid::base32::Base32UlidExt;
            use ferroid::id::ULID;
            Some(ULID::from_raw(u128::from_be_bytes(bytes)).encode().to_string())
        },
        time: None,
    }),
    ("uuid", Functions {
        format: "uuid",
        parse: |text| bare(*uuid::Uuid::try_parse(text).ok()?.as_bytes()),
        text: |bytes, _, _| Some(uuid::Uuid::from_bytes(bytes).to_string()),
        time: None,
    }),
    ("uuid7", Functions {
        format: "uuid",
        parse: |text| bare(uuid7::Uuid::from_str(text).ok()?.into()),
        text: |bytes, _, _| Some(uuid7::Uuid::from(bytes).to_string()),
        time: None,
    }),
    ("type-safe-id", Functions {
        format: "typeid",
        parse: |text| {
            let id = type_safe_id::TypeSafeId::<type_safe_id::DynamicType>::from_str(text).ok()?;
            Some((*id.uuid().as_bytes(), Some(id.type_prefix().to_string())))
        },
        text: |bytes, prefix, _| {
            let of = type_safe_id::DynamicType::new(prefix).ok()?;
            Some(type_safe_id::TypeSafeId::from_type_and_uuid(of, uuid::Uuid::from_bytes(bytes)).to_string())
        },
        time: None,
    }),
    ("mti", Functions {
        format: "typeid",
        parse: |text| {
            let id = mti::prelude::MagicTypeId::from_str(text).ok()?;
            Some((*id.suffix().to_uuid().as_bytes(), Some(id.prefix().to_string())))
        },
        text: |bytes, prefix, _| {
            let prefix = mti::prelude::TypeIdPrefix::from_str(prefix).ok()?;
            let suffix = mti::prelude::TypeIdSuffix::from(uuid::Uuid::from_bytes(bytes));
            Some(mti::prelude::MagicTypeId::new(prefix, suffix).to_string())
        },
        time: None,
    }),
    ("euid", Functions {
        format: "euid",
        parse: |text| bare(euid::EUID::from_str(text).ok()?.into()),
        text: |bytes, _, checked| Some(euid::EUID::from(bytes).encode(checked)),
        time: Some(|bytes| euid::EUID::from(bytes).timestamp()),
    }),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn value_of(asked: &Value) -> Bytes {
    u128::from_str_radix(asked["value"].as_str().unwrap(), 16).unwrap().to_be_bytes()
}

/// None where the library rejects it.
fn answer(name: &str, of: &Functions, asked: &Value) -> Option<Value> {
    let unsupported = Some(json!({"unsupported": true}));
    let op = asked["op"].as_str().unwrap();
    if op == "about" {
        return Some(json!({"name": name, "version": version(name), "language": "Rust"}));
    }
    if asked["format"] != of.format {
        return unsupported;
    }
    match op {
        "parse" => {
            let Some(text) = asked["text"].as_str() else { return unsupported };
            let (bytes, prefix) = (of.parse)(text)?;
            Some(match prefix {
                Some(prefix) => json!({"value": hex(&bytes), "prefix": prefix}),
                None => json!({"value": hex(&bytes)}),
            })
        }
        "text" => {
            let checked = asked["check"] != "none";
            Some(json!({"text": (of.text)(value_of(asked), asked["prefix"].as_str().unwrap_or(""), checked)?}))
        }
        "time" => match of.time {
            Some(time) => Some(json!({"unix_ms": time(value_of(asked))})),
            None => unsupported,
        },
        "next" if name == "ulid" && asked["clock"].as_array().unwrap().len() == 1 => {
            let ms = asked["clock"][0].as_str().unwrap().parse().unwrap();
            let bits = u128::from_str_radix(asked["random"][0].as_str().unwrap(), 16).unwrap();
            Some(json!({"values": [format!("{:032x}", ulid_next(ms, bits))]}))
        }
        _ => unsupported,
    }
}

fn version(name: &str) -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let at = lock.find(&format!("name = \"{name}\"")).unwrap();
    lock[at..].split('"').nth(3).unwrap()
}

fn main() {
    let name = std::env::args().nth(1).expect("the name of a crate");
    let (_, library) = LIBRARIES.iter().find(|(of, _)| *of == name).expect("a crate that is known");
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = BufWriter::new(stdout());
    for line in stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let mut said = std::panic::catch_unwind(|| answer(&name, library, &asked)).ok().flatten().unwrap_or(json!({"error": true}));
        said["id"] = asked["id"].clone();
        writeln!(out, "{said}").unwrap();
    }
}
