//! Answers the oracle's questions (tests/oracle/PROTOCOL.md) and those of functions.py with the crate, typed and by the number of
//! the format.

use std::fmt::Write as _;
use std::io::{BufRead, BufWriter, Write as _};

use sortid::{AnyGenerator, AnyId, Error, Euid, Format, GeneratorOptions, Id, Masker, Sources, Visitor};

fn bytes_of(word: &str) -> Vec<u8> {
    let digits = if word == "-" { "" } else { word };
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex");
    (0..digits.len()).step_by(2).map(byte).collect()
}
fn word_of(text: impl AsRef<[u8]>) -> String {
    if text.as_ref().is_empty() {
        return "-".into();
    }
    text.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
fn value_of(word: &str) -> u128 {
    u128::from_str_radix(word, 16).expect("a value")
}
fn rejected(why: Error) -> String {
    format!("err {} {}", why.name(), why.position())
}
fn rejected_bits(why: Error) -> String {
    format!("err {} -", why.name())
}

/// The typed functions give the same as those by number.
struct Typed<'a> {
    text: &'a [u8],
    any: &'a Result<AnyId, Error>,
}
impl Visitor for Typed<'_> {
    type Output = ();
    fn visit<T: Id>(self) {
        let typed = T::parse(self.text);
        assert_eq!(typed.map(Into::into), *self.any);
        if let Ok(id) = typed {
            assert_eq!(id.to_string(), self.any.expect("an id").to_string());
            assert_eq!(T::try_from(id.into()), Ok(id));
            if let Ok(text) = std::str::from_utf8(self.text) {
                assert_eq!(text.parse::<T>(), Ok(id));
            }
        }
    }
}

fn parse(format: Format, text: &[u8], leniently: bool) -> String {
    let id = if leniently { format.parse_lenient(text).map(|(id, _)| id) } else { format.parse(text) };
    if !leniently {
        format.visit(Typed { text, any: &id });
    }
    match id {
        Err(why) => {
            assert!(why.to_string().contains(' ') && why.format() == Some(format));
            rejected(why)
        }
        Ok(id) => {
            let extra = match format.check_of(text) {
                _ if !id.prefix().is_empty() => id.prefix().to_string(),
                Ok(true) => "valid".into(),
                Ok(false) if format == Format::Euid => "none".into(),
                _ => "-".into(),
            };
            format!("ok {} {} {extra}", id.hex(), word_of(id.text()))
        }
    }
}

fn text(format: Format, value: u128, extra: &str) -> String {
    let id = match format.from_number(value) {
        Err(why) => return rejected_bits(why),
        Ok(id) => id,
    };
    if extra == "none" {
        return format!("ok {}", word_of(id.text_unchecked()));
    }
    if format == Format::TypeId && extra != "-" {
        let prefix = bytes_of(extra);
        // What is no UTF-8 cannot be given as a prefix; the probe asks for the text that it would begin.
        return match std::str::from_utf8(&prefix).map(|prefix| id.with_prefix(prefix)) {
            Ok(Ok(id)) => format!("ok {}", word_of(id.text())),
            Ok(Err(why)) => rejected(why),
            Err(_) => rejected(format.parse([&prefix[..], b"_", id.text().as_bytes()].concat()).expect_err("a prefix")),
        };
    }
    format!("ok {}", word_of(id.text()))
}

fn show(format: Format, value: u128) -> String {
    let id = match format.from_number(value) {
        Err(why) => return rejected_bits(why),
        Ok(id) => id,
    };
    let mut fields = String::new();
    for field in id.fields().filter(|field| field.shown) {
        let separator = if fields.is_empty() { "" } else { ";" };
        let value = field.value.map_or("null".into(), |value| value.to_string());
        write!(fields, "{separator}{}={value}", field.name).expect("room");
    }
    let uuid = id.convert(Format::Uuid).map_or("-".into(), |uuid| uuid.to_string());
    let (ms, time) = match id.unix_ms() {
        Some(ms) => (ms.to_string(), sortid::instant_to_text(ms).to_string()),
        None => ("null".into(), "null".into()),
    };
    format!("ok {} {} {uuid} {ms} {time} {fields}", word_of(id.text()), id.number())
}

fn both(ids: Result<(AnyId, AnyId), Error>, rejected: fn(Error) -> String) -> String {
    ids.map_or_else(rejected, |(first, last)| format!("ok {} {}", first.hex(), last.hex()))
}

/// The time and the bits that the request names.
struct Given(i64, u128);
impl Sources for Given {
    fn now(&mut self) -> i64 {
        self.0
    }
    fn pause(&mut self, us: i64) -> i64 {
        us
    }
    fn fill(&mut self, bytes: &mut [u8]) -> bool {
        // Two words, the upper one first, as the core's number has them.
        let words = [(self.1 >> 64) as u64, self.1 as u64].map(u64::to_ne_bytes).concat();
        bytes.len() == words.len() && {
            bytes.copy_from_slice(&words);
            true
        }
    }
}

fn euid(words: &[&str]) -> String {
    let extension = (words[2] != "-").then(|| words[2].parse().expect("a number"));
    let bits = words[3].parse::<u128>().expect("a number") << 68 | value_of(words[4]);
    let options = GeneratorOptions { extension, ..Default::default() };
    match AnyGenerator::with_sources(Format::Euid, &options, Given(words[1].parse().expect("an instant"), bits)) {
        Err(why) => rejected_bits(why),
        Ok(mut generator) => generator.next().map_or("err range -".into(), |id| format!("ok {}", id.hex())),
    }
}

fn ids_in(text: &[u8], formats: &str) -> String {
    let formats: Vec<Format> = match formats {
        "-" => Vec::new(),
        names => names.split(',').map(|name| Format::named(name).expect("a format")).collect(),
    };
    let found = sortid::find_ids_of(text, &formats);
    let told = found.iter().map(|one| format!("{}:{}", one.id.format(), word_of(&text[one.start..one.end])));
    format!("ok {}", told.collect::<Vec<_>>().join(" "))
}

/// What functions.py asks: the word of a function, and its arguments.
fn case(words: &[&str]) -> Result<String, Error> {
    let format = Format::named(words[1]);
    let x = || bytes_of(words[2]);
    let format_or_first = format.unwrap_or(Format::ALL[0]);
    let id = || format_or_first.parse(x());
    let ms = |place: usize| words[place].parse::<i64>().expect("an instant");
    let ends = |(first, last): (AnyId, AnyId)| format!("{first} {last}");
    Ok(match words[0] {
        "text" | "parse" => id()?.text().to_string(),
        "number" => id()?.number().to_string(),
        "bytes" => word_of(&id()?.bytes()[..]),
        "hex" => id()?.hex().to_string(),
        "prefix" => id()?.prefix().to_string(),
        "suffix" => sortid::TypeId::try_from(id()?)?.suffix().to_string(),
        "uuid" => id()?.convert(Format::Uuid)?.to_string(),
        "lenient" => format_or_first.parse_lenient(x())?.0.to_string(),
        "valid" => format_or_first.parse(x()).is_ok().to_string(),
        "check" => id().err().map_or("null".into(), |why| format!("{} at position {}", why.name(), why.position())),
        "detect" => sortid::parse(x())?.format().to_string(),
        "looks_like" => sortid::looks_like(x(), i64::MAX)[0].name().to_string(),
        "find" => {
            let (text, formats) = (x(), format.into_iter().collect::<Vec<_>>());
            let found = sortid::find_ids_of(&text, &formats);
            let told = found.iter().map(|one| String::from_utf8_lossy(&text[one.start..one.end]).into_owned());
            told.collect::<Vec<_>>().join(" ")
        }
        "convert" => id()?.convert(Format::named(words[3]).expect("a format"))?.to_string(),
        "mask" => Masker::new(format_or_first, &bytes_of(words[3]))?.mask(id()?)?.to_string(),
        "unmask" => {
            let masker = Masker::new(format_or_first, &bytes_of(words[3]))?;
            // A masked UUIDv7 is of another version.
            let masked = format_or_first.parse(x()).or_else(|_| Format::Uuid.parse(x()))?;
            masker.unmask(masked)?.to_string()
        }
        "named" => {
            let prefix = String::from_utf8(bytes_of(words[5])).expect("a prefix");
            format_or_first.named_at(&x(), ms(3), bytes_of(words[4]), &prefix)?.to_string()
        }
        "fields" => {
            let value = |value: Option<u128>| value.map_or("null".into(), |value| format!("\"{value}\""));
            let shown = id()?
                .fields()
                .filter(|field| field.shown)
                .map(|field| format!("\"{}\":{}", field.name, value(field.value)));
            format!("{{{}}}", shown.collect::<Vec<_>>().join(","))
        }
        "timestamp" => id()?
            .fields()
            .find(|field| field.name == "timestamp")
            .and_then(|field| field.value)
            .expect("one")
            .to_string(),
        "ms" => id()?.unix_ms().expect("an instant").to_string(),
        "time" => {
            let since = id()?.time().expect("an instant").duration_since(std::time::UNIX_EPOCH).expect("after 1970");
            sortid::instant_to_text(since.as_millis() as i64).to_string()
        }
        "first" => format_or_first.first_at(ms(2))?.to_string(),
        "last" => format_or_first.last_at(ms(2))?.to_string(),
        "between" => ends(format_or_first.between(ms(2), ms(3))?),
        "text_prefix" => ends(format_or_first.with_text_prefix(x())?),
        other => panic!("no function {other}"),
    })
}

fn answer(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let ms = |place: usize| words[place].parse().expect("an instant");
    let hex = |id: AnyId| format!("ok {}", id.hex());
    match words[0] {
        "bounds" => return both(Format::Uid11.with_text_prefix(bytes_of(words[1])), rejected),
        "detect" => {
            let names: Vec<_> = sortid::detect(bytes_of(words[1])).map(Format::name).collect();
            return format!("ok {}", if names.is_empty() { "-".into() } else { names.join(",") });
        }
        "checkmod" => return format!("ok {}", Euid::from_number(value_of(words[1])).expect("an id").number() % 127),
        "euid" => return euid(&words),
        "case" => return case(&words[1..]).map_or_else(rejected, |answer| format!("ok {answer}")),
        "find" => return ids_in(&bytes_of(words[1]), words[2]),
        _ => (),
    }
    let format = match Format::named(words[1]) {
        Some(format) => format,
        None => return "bad".into(),
    };
    match words[0] {
        "parse" | "lenient" => parse(format, &bytes_of(words[2]), words[0] == "lenient"),
        "text" => text(format, value_of(words[2]), words[3]),
        "show" => show(format, value_of(words[2])),
        "first" => format.first_at(ms(2)).map_or_else(rejected_bits, hex),
        "last" => format.last_at(ms(2)).map_or_else(rejected_bits, hex),
        "interval" => both(format.between(ms(2), ms(3)), rejected_bits),
        _ => "bad".into(),
    }
}

fn main() {
    let mut to = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        writeln!(to, "{}", answer(&line.expect("a line"))).expect("a reader");
    }
    to.flush().expect("a reader");
}
