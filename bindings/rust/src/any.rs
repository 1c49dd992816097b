//! Ids and formats that are known at run time alone, and what texts may be.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::mem::MaybeUninit;
use core::str::FromStr;

use crate::error::answer;
use crate::ffi::*;
use crate::text::literal;
use crate::typed::next;
use crate::{Bytes, Error, Format, Text};

const FORMATS: usize = Format::ALL.len();

fn joined(hi: u64, lo: u64) -> u128 {
    u128::from(hi) << 64 | u128::from(lo)
}

/// An id of any format.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct AnyId(pub(crate) sortid_id);

/// Calls a function of sortid.h that writes an id and an error.
pub(crate) fn one(call: impl FnOnce(*mut sortid_id, *mut sortid_error) -> sortid_status) -> Result<AnyId, Error> {
    let mut id = MaybeUninit::uninit();
    let mut error = Error::NONE.0;
    let status = call(id.as_mut_ptr(), &mut error);
    answer(status, (), error)?;
    // It was written, as the call did not fail.
    Ok(AnyId(unsafe { id.assume_init() }))
}
/// The same for the two ends of a range.
fn both(
    call: impl FnOnce(*mut sortid_id, *mut sortid_id, *mut sortid_error) -> sortid_status,
) -> Result<(AnyId, AnyId), Error> {
    let mut last = MaybeUninit::uninit();
    let first = one(|first, error| call(first, last.as_mut_ptr(), error))?;
    Ok((first, AnyId(unsafe { last.assume_init() })))
}

impl Format {
    pub(crate) fn of_number(number: u32) -> Option<Format> {
        Format::ALL.iter().copied().find(|one| *one as u32 == number)
    }
    fn facts(self) -> &'static sortid_format_info {
        // Every format of the list has facts, which are never freed.
        unsafe { &*sortid_format_facts(self as u32) }
    }
    pub(crate) fn rejects(self, status: sortid_status) -> Error {
        Error::of(status, self)
    }

    /// The format of that name, which is in lower case.
    pub fn named(name: &str) -> Option<Format> {
        Format::of_number(unsafe { sortid_format_named(name.as_ptr(), name.len()) })
    }
    /// Its name, as every front end has it.
    pub fn name(self) -> &'static str {
        literal(self.facts().name)
    }
    /// A few words for people.
    pub fn title(self) -> &'static str {
        literal(self.facts().title)
    }
    /// 64 or 128.
    pub fn bits(self) -> u32 {
        self.facts().bits
    }
    /// Symbols of every text, without a type prefix.
    pub fn symbols(self) -> usize {
        self.facts().symbols as usize
    }
    /// A text of the format, for documentation.
    pub fn sample(self) -> &'static str {
        literal(self.facts().sample)
    }
    /// The Unix milliseconds of timestamp 0; `None` without a timestamp.
    pub fn epoch(self) -> Option<i64> {
        let has = self.facts().traits & SORTID_HAS_TIME as u32 != 0;
        has.then(|| self.facts().epoch_unix_ms)
    }
    /// Whether the ids of one generator increase within a millisecond.
    pub fn is_ordered(self) -> bool {
        self.facts().traits & SORTID_HAS_ORDER as u32 != 0
    }
    /// The smallest id.
    pub fn min(self) -> AnyId {
        let facts = self.facts();
        AnyId(sortid_id {
            hi: facts.min_hi,
            lo: facts.min_lo,
            format: self as u32,
            prefix: [0; SORTID_PREFIX_CAPACITY],
            reserved: 0,
        })
    }
    /// The largest id.
    pub fn max(self) -> AnyId {
        let facts = self.facts();
        AnyId(sortid_id { hi: facts.max_hi, lo: facts.max_lo, ..self.min().0 })
    }

    /// The id of a text, strictly.
    pub fn parse(self, text: impl AsRef<[u8]>) -> Result<AnyId, Error> {
        let text = text.as_ref();
        one(|id, error| unsafe { sortid_parse(self as u32, text.as_ptr(), text.len(), id, error) })
    }
    /// Also takes what people write, and says whether the text was the canonical one.
    pub fn parse_lenient(self, text: impl AsRef<[u8]>) -> Result<(AnyId, bool), Error> {
        let text = text.as_ref();
        let mut canonical = 0;
        let id = one(|id, error| unsafe {
            sortid_parse_lenient(self as u32, text.as_ptr(), text.len(), id, &mut canonical, error)
        })?;
        Ok((id, canonical == 1))
    }
    /// As `parse`, but ignores a check-mod: the id may be damaged. For salvage, not for input.
    pub fn parse_skipping_check(self, text: impl AsRef<[u8]>) -> Result<AnyId, Error> {
        let text = text.as_ref();
        one(|id, error| unsafe { sortid_parse_skipping_check(self as u32, text.as_ptr(), text.len(), id, error) })
    }
    /// Whether the text, parsed leniently, carries a check-mod.
    pub fn check_of(self, text: impl AsRef<[u8]>) -> Result<bool, Error> {
        let text = text.as_ref();
        let (mut checked, mut error) = (0, Error::NONE.0);
        let status = unsafe { sortid_check_of(self as u32, text.as_ptr(), text.len(), &mut checked, &mut error) };
        answer(status, checked == 1, error)
    }
    /// The id with these bits, without a type prefix.
    pub fn from_number(self, number: u128) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_from_number(self as u32, (number >> 64) as u64, number as u64, id, error) })
    }
    /// The id of 8 or 16 bytes in network order.
    pub fn from_bytes(self, bytes: &[u8]) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_from_bytes(self as u32, bytes.as_ptr().cast(), bytes.len(), id, error) })
    }
    /// The same of hexadecimal digits.
    pub fn from_hex(self, digits: impl AsRef<[u8]>) -> Result<AnyId, Error> {
        let digits = digits.as_ref();
        one(|id, error| unsafe { sortid_from_hex(self as u32, digits.as_ptr(), digits.len(), id, error) })
    }
    /// A new id of the thread's own generator.
    pub fn new_id(self) -> Result<AnyId, Error> {
        let place = Format::ALL.iter().take_while(|&&format| format != self).count();
        let made = next(place, self)?;
        Ok(AnyId(sortid_id { hi: made.hi, lo: made.lo, ..self.min().0 }))
    }
    /// The smallest id of a Unix millisecond.
    pub fn first_at(self, unix_ms: i64) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_first_at(self as u32, unix_ms, core::ptr::null(), id, error) })
    }
    /// The largest id of a Unix millisecond.
    pub fn last_at(self, unix_ms: i64) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_last_at(self as u32, unix_ms, core::ptr::null(), id, error) })
    }
    /// The smallest and the largest id from one Unix millisecond to before another, as far as the format has that time.
    pub fn between(self, from: i64, to: i64) -> Result<(AnyId, AnyId), Error> {
        both(|first, last, error| unsafe {
            sortid_ids_between(self as u32, from, to, core::ptr::null(), first, last, error)
        })
    }
    /// The same of instants: an end within a millisecond counts as the beginning of the next one.
    #[cfg(feature = "std")]
    pub fn between_times(self, times: core::ops::Range<std::time::SystemTime>) -> Result<(AnyId, AnyId), Error> {
        let (from, to) = (instant_of(times.start), instant_of(times.end));
        both(|first, last, error| unsafe {
            sortid_ids_between_instants(self as u32, &from, &to, core::ptr::null(), first, last, error)
        })
    }
    /// The smallest and the largest id whose text begins with these symbols, in formats whose symbols are in order.
    pub fn with_text_prefix(self, symbols: impl AsRef<[u8]>) -> Result<(AnyId, AnyId), Error> {
        let text = symbols.as_ref();
        both(|first, last, error| unsafe {
            sortid_ids_with_text_prefix(self as u32, text.as_ptr(), text.len(), first, last, error)
        })
    }
    /// The id that an instant and a name determine under a secret key of 16 or 32 bytes, and without a prefix unless
    /// one is given.
    pub fn named_at(self, key: &[u8], unix_ms: i64, name: impl AsRef<[u8]>, prefix: &str) -> Result<AnyId, Error> {
        let name = name.as_ref();
        let prefix = terminated(prefix).ok_or_else(|| self.rejects(SORTID_PREFIX))?;
        let mut options: sortid_generator_options = unsafe { core::mem::zeroed() };
        options.struct_size = core::mem::size_of::<sortid_generator_options>();
        options.format = self as u32;
        options.prefix = prefix.as_ptr();
        one(|id, error| unsafe {
            sortid_named_at(&options, key.as_ptr().cast(), key.len(), unix_ms, name.as_ptr(), name.len(), id, error)
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// With a NUL behind it; `None` for a text that is too long for a prefix or has a NUL itself.
pub(crate) fn terminated(prefix: &str) -> Option<[u8; 2 * SORTID_PREFIX_CAPACITY]> {
    // Longer than a prefix may be, so that the core says what is wrong with one that is too long.
    let mut text = [0; 2 * SORTID_PREFIX_CAPACITY];
    if prefix.contains('\0') {
        return None;
    }
    let size = prefix.len().min(text.len() - 1);
    text[..size].copy_from_slice(&prefix.as_bytes()[..size]);
    Some(text)
}

#[cfg(feature = "std")]
fn instant_of(time: std::time::SystemTime) -> sortid_instant {
    match time.duration_since(std::time::UNIX_EPOCH) {
        Ok(after) => sortid_instant { seconds: after.as_secs() as i64, nanoseconds: i64::from(after.subsec_nanos()) },
        Err(before) => {
            let before = before.duration();
            let rest = i64::from(before.subsec_nanos());
            let borrow = i64::from(rest != 0);
            sortid_instant { seconds: -(before.as_secs() as i64) - borrow, nanoseconds: borrow * 1_000_000_000 - rest }
        }
    }
}
#[cfg(feature = "std")]
pub(crate) fn time_of(unix_ms: i64) -> std::time::SystemTime {
    let distance = std::time::Duration::from_millis(unix_ms.unsigned_abs());
    if unix_ms < 0 {
        std::time::UNIX_EPOCH - distance
    } else {
        std::time::UNIX_EPOCH + distance
    }
}

impl AnyId {
    /// The format.
    pub fn format(&self) -> Format {
        Format::of_number(self.0.format).unwrap_or(Format::ALL[0])
    }
    /// The prefix of a TypeID; empty without one.
    pub fn prefix(&self) -> &str {
        let size = self.0.prefix.iter().position(|byte| *byte == 0).unwrap_or(0);
        // Letters and underscores.
        unsafe { core::str::from_utf8_unchecked(&self.0.prefix[..size]) }
    }
    /// The same id with another prefix, or without one. Rejected in formats that have none.
    pub fn with_prefix(mut self, prefix: &str) -> Result<AnyId, Error> {
        let mut error = Error::NONE.0;
        let status = unsafe { sortid_set_prefix(&mut self.0, prefix.as_ptr(), prefix.len(), &mut error) };
        answer(status, self, error)
    }
    /// The bits as a number.
    pub fn number(&self) -> u128 {
        joined(self.0.hi, self.0.lo)
    }
    /// The bytes in network order.
    pub fn bytes(&self) -> Bytes {
        let size = self.format().bits() as usize / 8;
        let mut bytes = [0; 16];
        bytes[..size].copy_from_slice(&self.number().to_be_bytes()[16 - size..]);
        Bytes { size, bytes }
    }
    /// All bits in hexadecimal digits.
    pub fn hex(&self) -> Text<33> {
        self.written(|text, size| unsafe { sortid_to_hex(&self.0, text, 33, size) })
    }
    /// The canonical text.
    pub fn text(&self) -> Text<SORTID_TEXT_CAPACITY> {
        self.written(|text, size| unsafe { sortid_to_text(&self.0, text, SORTID_TEXT_CAPACITY, size) })
    }
    /// The same with "no check" in place of the check-mod, where the format has one.
    pub fn text_unchecked(&self) -> Text<SORTID_TEXT_CAPACITY> {
        self.written(|text, size| unsafe { sortid_to_text_unchecked(&self.0, text, SORTID_TEXT_CAPACITY, size) })
    }
    fn written<const N: usize>(&self, write: impl FnOnce(*mut u8, *mut usize) -> sortid_status) -> Text<N> {
        Text::sized(|text, size| {
            let status = write(text, size);
            debug_assert_eq!(status, SORTID_OK);
        })
    }
    /// Its instant in Unix milliseconds; `None` when it carries none.
    pub fn unix_ms(&self) -> Option<i64> {
        self.unix_ms_by(None).unwrap_or(None)
    }
    /// The same where timestamp 0 is not the format's own epoch. Rejected with `range` past `i64::MAX`.
    pub fn unix_ms_since(&self, epoch: i64) -> Result<Option<i64>, Error> {
        self.unix_ms_by(Some(&epoch))
    }
    fn unix_ms_by(&self, epoch: Option<&i64>) -> Result<Option<i64>, Error> {
        let mut ms = 0;
        match unsafe { sortid_unix_ms(&self.0, epoch.map_or(core::ptr::null(), |at| at), &mut ms) } {
            SORTID_ABSENT => Ok(None),
            status => answer(status, Some(ms), self.format().rejects(status).0),
        }
    }
    /// Its instant.
    #[cfg(feature = "std")]
    pub fn time(&self) -> Option<std::time::SystemTime> {
        self.unix_ms().map(time_of)
    }
    /// The same bits in another format of the same width. A prefix is kept only from TypeID to TypeID.
    pub fn convert(&self, to: Format) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_convert(&self.0, to as u32, id, error) })
    }
    /// The fields, most significant first.
    pub fn fields(&self) -> impl Iterator<Item = Field> {
        let format = self.format();
        let (all, count) = self.field_values();
        (0..count).map(move |place| {
            let name = unsafe { &*sortid_field_facts(format as u32, place) }.name;
            let field = all[place];
            Field { name: literal(name), value: value_of(field), shown: field.shown != 0 }
        })
    }
    pub(crate) fn field(&self, place: usize) -> Option<u128> {
        value_of(self.field_values().0[place])
    }
    fn field_values(&self) -> ([sortid_field; 16], usize) {
        let mut all = [sortid_field { hi: 0, lo: 0, shown: 0, present: 0 }; 16];
        let mut count = 0;
        unsafe { sortid_fields(&self.0, all.as_mut_ptr(), all.len(), &mut count) };
        (all, count.min(all.len()))
    }
}

fn value_of(field: sortid_field) -> Option<u128> {
    (field.present != 0).then(|| joined(field.hi, field.lo))
}

/// A field of an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its value, which an EUID's extension may not have.
    pub value: Option<u128>,
    /// Whether it says something about this id.
    pub shown: bool,
}

impl PartialEq for AnyId {
    fn eq(&self, other: &AnyId) -> bool {
        let (a, b) = (&self.0, &other.0);
        (a.format, a.hi, a.lo, &a.prefix) == (b.format, b.hi, b.lo, &b.prefix)
    }
}
impl Eq for AnyId {}
impl PartialOrd for AnyId {
    fn partial_cmp(&self, other: &AnyId) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for AnyId {
    /// By format, then prefix, then value.
    fn cmp(&self, other: &AnyId) -> Ordering {
        unsafe { sortid_compare(&self.0, &other.0) }.cmp(&0)
    }
}
impl Hash for AnyId {
    fn hash<H: Hasher>(&self, to: &mut H) {
        (self.0.format, self.0.hi, self.0.lo, &self.0.prefix).hash(to);
    }
}
impl fmt::Display for AnyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}
impl fmt::Debug for AnyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.format(), self)
    }
}
impl FromStr for AnyId {
    type Err = Error;
    fn from_str(text: &str) -> Result<AnyId, Error> {
        parse(text)
    }
}

/// The id of a text of any format, as the likeliest one. An error names the format that the text is meant to be.
pub fn parse(text: impl AsRef<[u8]>) -> Result<AnyId, Error> {
    let text = text.as_ref();
    one(|id, error| unsafe { sortid_parse_any(text.as_ptr(), text.len(), id, error) })
}

/// The formats that take the text, the likeliest first.
pub fn detect(text: impl AsRef<[u8]>) -> impl Iterator<Item = Format> {
    let text = text.as_ref();
    let (mut all, mut count) = ([0; FORMATS], 0);
    unsafe { sortid_detect(text.as_ptr(), text.len(), all.as_mut_ptr(), FORMATS, &mut count) };
    (0..count).filter_map(move |place| Format::of_number(all[place]))
}

/// The format that a text of this length and shape is meant to be, whether it is valid or not.
pub fn meant(text: impl AsRef<[u8]>) -> Option<Format> {
    let text = text.as_ref();
    Format::of_number(unsafe { sortid_meant(text.as_ptr(), text.len()) })
}

/// What a text looks like that no format takes.
#[derive(Clone, Copy)]
pub struct ForeignId(sortid_foreign_id);

impl ForeignId {
    /// For programs: `ksuid`, `uuidv1`, `snowflake-discord`.
    pub fn name(&self) -> &'static str {
        literal(self.0.name)
    }
    /// For a sentence: `a KSUID`.
    pub fn title(&self) -> &'static str {
        literal(self.0.title)
    }
    /// When it was made, in Unix milliseconds.
    pub fn unix_ms(&self) -> Option<i64> {
        (self.0.has & SORTID_FOREIGN_ID_HAS_TIME as u32 != 0).then_some(self.0.unix_ms)
    }
    /// The bits of a UUID.
    pub fn uuid(&self) -> Option<u128> {
        (self.0.has & SORTID_FOREIGN_ID_HAS_UUID as u32 != 0).then(|| joined(self.0.uuid_hi, self.0.uuid_lo))
    }
    /// Its fields, most significant first.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, u128)> + '_ {
        let all = self.0.fields[..self.0.field_count as usize].iter();
        all.map(|field| (literal(field.name), joined(field.hi, field.lo)))
    }
}
impl fmt::Debug for ForeignId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a text may be that others make, the likeliest first: a hint for people. A kind that tells its time only fits
/// when that is not after `latest_unix_ms`: the present, or a day more for clocks that differ.
pub fn looks_like(text: impl AsRef<[u8]>, latest_unix_ms: i64) -> Vec<ForeignId> {
    let text = text.as_ref();
    let all = counted(|found, capacity, count| unsafe {
        sortid_looks_like(text.as_ptr(), text.len(), latest_unix_ms, found, capacity, count)
    });
    all.into_iter().map(ForeignId).collect()
}

/// An id inside a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The id.
    pub id: AnyId,
    /// Its first byte in the text.
    pub start: usize,
    /// The byte behind its last.
    pub end: usize,
}

/// The ids inside a text, such as a line of a log, in its order: whole words that are ids of 128 bits.
pub fn find_ids(text: impl AsRef<[u8]>) -> Vec<Found> {
    find_ids_of(text, &[])
}

/// The ids of these formats inside a text; of those that [`find_ids`] looks for where there are none.
pub fn find_ids_of(text: impl AsRef<[u8]>, formats: &[Format]) -> Vec<Found> {
    let text = text.as_ref();
    let numbers: Vec<u32> = formats.iter().map(|format| *format as u32).collect();
    let all = counted(|found, capacity, count| unsafe {
        sortid_find(text.as_ptr(), text.len(), numbers.as_ptr(), numbers.len(), found, capacity, count)
    });
    let found = |one: sortid_found| {
        let start = one.offset as usize;
        Found { id: AnyId(one.id), start, end: start + one.size as usize }
    };
    all.into_iter().map(found).collect()
}

/// What a function of sortid.h writes that counts first and gives the same again.
fn counted<T: Copy>(ask: impl Fn(*mut T, usize, *mut usize) -> sortid_status) -> Vec<T> {
    let (mut count, mut written) = (0, 0);
    ask(core::ptr::null_mut(), 0, &mut count);
    let mut all = Vec::with_capacity(count);
    ask(all.as_mut_ptr(), count, &mut written);
    unsafe { all.set_len(count.min(written)) };
    all
}

/// An instant as RFC 3339 in UTC with three decimals.
pub fn instant_to_text(unix_ms: i64) -> Text<SORTID_INSTANT_CAPACITY> {
    Text::sized(|text, size| unsafe {
        sortid_instant_to_text(unix_ms, text, SORTID_INSTANT_CAPACITY, size);
    })
}

/// The Unix milliseconds of an instant: RFC 3339 with any offset, a date, or Unix milliseconds. Digits finer than
/// milliseconds are cut off or rounded up.
pub fn parse_instant(text: impl AsRef<[u8]>, round_up: bool) -> Result<i64, Error> {
    let text = text.as_ref();
    let (mut ms, mut error) = (0, Error::NONE.0);
    let status = unsafe { sortid_parse_instant(text.as_ptr(), text.len(), i32::from(round_up), &mut ms, &mut error) };
    answer(status, ms, error)
}

/// The version of the core.
pub fn version() -> &'static str {
    literal(unsafe { sortid_version() })
}
