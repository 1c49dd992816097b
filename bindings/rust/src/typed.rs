//! The types of ids, which formats.rs makes of the list of formats by the macros here.

use core::ffi::c_void;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use crate::ffi::{sortid_error, sortid_generator, sortid_status, SORTID_OK};
use crate::{AnyId, Error, Format, Text};

/// What typed.cpp has for a format.
#[repr(C)]
pub(crate) struct Functions {
    parse: unsafe extern "C" fn(*const u8, usize, *mut c_void, *mut sortid_error) -> sortid_status,
    write: unsafe extern "C" fn(*const c_void, *mut c_void),
    next: Option<unsafe extern "C" fn(*mut sortid_status) -> Halves>,
    unix_ms: unsafe extern "C" fn(*const c_void) -> i64,
}

/// An id in registers, one of 64 bits in `lo`.
#[repr(C)]
pub(crate) struct Halves {
    pub(crate) hi: u64,
    pub(crate) lo: u64,
}

extern "C" {
    static sortid_rust_functions: [Functions; Format::ALL.len()];
    fn sortid_rust_next(from: *mut sortid_generator, drawn: bool, why: *mut sortid_status) -> Halves;
}

/// An id of one format.
pub trait Id:
    Copy
    + Ord
    + Hash
    + Debug
    + Display
    + FromStr<Err = Error>
    + Into<AnyId>
    + TryFrom<AnyId, Error = Error>
    + Send
    + Sync
    + 'static
    + Sealed
{
    /// The format.
    const FORMAT: Format;
    /// What columns of these ids are made of: the ids themselves, or the 16 bytes of a TypeID without its prefix.
    type Row: Row;
    /// The id of a text, strictly.
    fn parse(text: impl AsRef<[u8]>) -> Result<Self, Error>;
    /// The id's row, without its prefix.
    fn row(&self) -> Self::Row;
    /// The id that the core gives in registers, under this one's prefix.
    #[doc(hidden)]
    fn with_halves(self, hi: u64, lo: u64) -> Self;
}

/// A row of a column: 16 bytes in network order, or a number of 64 bits.
pub trait Row: Copy + Ord + Send + Sync + 'static + Sealed {}

impl Row for [u8; 16] {}
impl Sealed for [u8; 16] {}

/// Nobody else's types are ids.
pub trait Sealed {}

#[inline]
pub(crate) fn parse<T: Copy>(place: usize, text: &[u8], nothing: T) -> Result<T, Error> {
    let mut id = nothing;
    let mut error = core::mem::MaybeUninit::<sortid_error>::uninit();
    unsafe {
        let to: *mut T = &mut id;
        match (sortid_rust_functions[place].parse)(text.as_ptr(), text.len(), to.cast(), error.as_mut_ptr()) {
            SORTID_OK => Ok(id),
            // It was written, as the call failed.
            _ => Err(Error(error.assume_init())),
        }
    }
}
#[inline]
pub(crate) fn write<T: Copy, const N: usize>(place: usize, id: &T) -> Text<N> {
    let id: *const T = id;
    Text::written(|text| unsafe { (sortid_rust_functions[place].write)(id.cast(), text.cast()) })
}
#[inline]
pub(crate) fn next(place: usize, format: Format) -> Result<Halves, Error> {
    let mut status = SORTID_OK;
    let next = unsafe { sortid_rust_functions[place].next };
    let made = next.map(|next| unsafe { next(&mut status) });
    match (made, status) {
        (Some(id), SORTID_OK) => Ok(id),
        (None, _) => Err(Error::of(crate::ffi::SORTID_UNSUPPORTED, format)),
        _ => Err(Error::of(status, format)),
    }
}
#[inline]
pub(crate) unsafe fn next_of<T: Id>(from: *mut sortid_generator, like: T, drawn: bool) -> Result<T, Error> {
    let mut status = SORTID_OK;
    let id = sortid_rust_next(from, drawn, &mut status);
    match status {
        SORTID_OK => Ok(like.with_halves(id.hi, id.lo)),
        _ => Err(Error::of(status, T::FORMAT)),
    }
}
#[inline]
pub(crate) fn unix_ms<T: Copy>(place: usize, id: &T) -> i64 {
    let id: *const T = id;
    unsafe { (sortid_rust_functions[place].unix_ms)(id.cast()) }
}

/// What all types have. NOTHING is what stands where the core writes an id.
macro_rules! id_functions {
    ($name:ident, $place:literal, $length:literal) => {
        impl $name {
            /// The format.
            pub const FORMAT: $crate::Format = $crate::Format::$name;
            const PLACE: usize = $place;
            /// The longest text.
            pub const MAX_TEXT: usize = $length;

            /// The id of a text, strictly. An error has the reason and the position.
            #[inline]
            pub fn parse(text: impl AsRef<[u8]>) -> Result<$name, $crate::Error> {
                $crate::typed::parse($name::PLACE, text.as_ref(), $name::NOTHING)
            }
            /// Whether `parse` takes the text.
            #[inline]
            pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
                $name::parse(text).is_ok()
            }
            /// Why `parse` rejects the text.
            pub fn check(text: impl AsRef<[u8]>) -> Option<$crate::Error> {
                $name::parse(text).err()
            }
            /// The canonical text.
            #[inline]
            pub fn text(&self) -> $crate::Text<$length> {
                $crate::typed::write($name::PLACE, self)
            }
            /// The smallest id.
            pub fn min() -> $name {
                $name::held(&$name::FORMAT.min())
            }
            /// The largest id.
            pub fn max() -> $name {
                $name::held(&$name::FORMAT.max())
            }
            /// The id of 8 or 16 bytes in network order.
            pub fn from_bytes(bytes: &[u8]) -> Result<$name, $crate::Error> {
                $name::FORMAT.from_bytes(bytes).map(|id| $name::held(&id))
            }
            /// All bits in hexadecimal digits.
            pub fn hex(&self) -> $crate::Text<33> {
                $crate::AnyId::from(*self).hex()
            }
            /// The id of these digits.
            pub fn from_hex(digits: impl AsRef<[u8]>) -> Result<$name, $crate::Error> {
                $name::FORMAT.from_hex(digits).map(|id| $name::held(&id))
            }
            /// The same bits in another format of the same width.
            pub fn convert<T: $crate::Id>(&self) -> Result<T, $crate::Error> {
                $crate::AnyId::from(*self).convert(T::FORMAT).and_then(T::try_from)
            }
            /// The fields, most significant first.
            pub fn fields(&self) -> impl Iterator<Item = $crate::Field> {
                $crate::AnyId::from(*self).fields()
            }
            #[allow(dead_code)]
            fn field(&self, place: usize) -> Option<u128> {
                $crate::AnyId::from(*self).field(place)
            }
        }

        impl $crate::typed::Sealed for $name {}
        impl $crate::Id for $name {
            const FORMAT: $crate::Format = $crate::Format::$name;
            type Row = <$name as $crate::typed::Shape>::Row;
            #[inline]
            fn parse(text: impl AsRef<[u8]>) -> Result<$name, $crate::Error> {
                $name::parse(text)
            }
            #[inline]
            fn row(&self) -> Self::Row {
                $crate::typed::Shape::row(self)
            }
            #[inline]
            fn with_halves(self, hi: u64, lo: u64) -> $name {
                self.with($crate::typed::Halves { hi, lo })
            }
        }
        impl core::str::FromStr for $name {
            type Err = $crate::Error;
            #[inline]
            fn from_str(text: &str) -> Result<$name, $crate::Error> {
                $name::parse(text)
            }
        }
        impl core::convert::TryFrom<&str> for $name {
            type Error = $crate::Error;
            #[inline]
            fn try_from(text: &str) -> Result<$name, $crate::Error> {
                $name::parse(text)
            }
        }
        impl core::convert::TryFrom<&[u8]> for $name {
            type Error = $crate::Error;
            /// Of bytes in network order; texts are parsed.
            fn try_from(bytes: &[u8]) -> Result<$name, $crate::Error> {
                $name::from_bytes(bytes)
            }
        }
        impl core::convert::TryFrom<$crate::AnyId> for $name {
            type Error = $crate::Error;
            /// Rejected as not supported where the id is of another format.
            fn try_from(id: $crate::AnyId) -> Result<$name, $crate::Error> {
                if id.format() == $name::FORMAT {
                    Ok($name::held(&id))
                } else {
                    Err(id.format().rejects($crate::ffi::SORTID_UNSUPPORTED))
                }
            }
        }
        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(&self.text())
            }
        }
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }
        impl PartialOrd for $name {
            #[inline]
            fn partial_cmp(&self, other: &$name) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }
    };
}

/// What a shape of memory has.
pub trait Shape {
    /// Of columns.
    type Row: Row;
    /// Without a prefix.
    fn row(&self) -> Self::Row;
}

// Of ids that are rows of their own, and compare as their bits.
macro_rules! row_functions {
    ($name:ident, $bytes:tt) => {
        #[cfg(feature = "arrow")]
        arrow_row!($name, $bytes);
        impl Ord for $name {
            #[inline]
            fn cmp(&self, other: &$name) -> core::cmp::Ordering {
                self.number().cmp(&other.number())
            }
        }
        impl $crate::typed::Row for $name {}
        impl $crate::typed::Shape for $name {
            type Row = $name;
            #[inline]
            fn row(&self) -> $name {
                *self
            }
        }
    };
}

macro_rules! id_of_16_bytes {
    ($name:ident, $place:literal, $length:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name([u8; 16]);

        impl $name {
            const NOTHING: $name = $name([0; 16]);
            #[inline]
            fn with(self, id: $crate::typed::Halves) -> $name {
                $name((u128::from(id.hi) << 64 | u128::from(id.lo)).to_be_bytes())
            }
            #[inline]
            pub(crate) fn held(id: &$crate::AnyId) -> $name {
                $name(id.number().to_be_bytes())
            }
            /// The bits as a number.
            #[inline]
            pub const fn number(&self) -> u128 {
                u128::from_be_bytes(self.0)
            }
            /// The id with these bits.
            pub fn from_number(number: u128) -> Result<$name, $crate::Error> {
                $name::FORMAT.from_number(number).map(|id| $name::held(&id))
            }
            /// The bytes in network order.
            #[inline]
            pub const fn bytes(&self) -> [u8; 16] {
                self.0
            }
        }
        impl From<$name> for $crate::AnyId {
            fn from(id: $name) -> $crate::AnyId {
                let number = id.number();
                let any = $name::FORMAT.min();
                $crate::AnyId($crate::ffi::sortid_id { hi: (number >> 64) as u64, lo: number as u64, ..any.0 })
            }
        }
        row_functions!($name, 16);
        id_functions!($name, $place, $length);
    };
}

macro_rules! id_of_8_bytes {
    ($name:ident, $place:literal, $length:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name(u64);

        impl $name {
            const NOTHING: $name = $name(0);
            #[inline]
            fn with(self, id: $crate::typed::Halves) -> $name {
                $name(id.lo)
            }
            #[inline]
            pub(crate) fn held(id: &$crate::AnyId) -> $name {
                $name(id.number() as u64)
            }
            /// The bits as a number.
            #[inline]
            pub const fn number(&self) -> u64 {
                self.0
            }
            /// The id with these bits.
            pub fn from_number(number: u64) -> Result<$name, $crate::Error> {
                $name::FORMAT.from_number(number as u128).map(|id| $name::held(&id))
            }
            /// The bytes in network order.
            #[inline]
            pub const fn bytes(&self) -> [u8; 8] {
                self.0.to_be_bytes()
            }
        }
        impl From<$name> for $crate::AnyId {
            fn from(id: $name) -> $crate::AnyId {
                $crate::AnyId($crate::ffi::sortid_id { hi: 0, lo: id.0, ..$name::FORMAT.min().0 })
            }
        }
        row_functions!($name, 8);
        id_functions!($name, $place, $length);
    };
}

macro_rules! prefixed_id {
    ($name:ident, $place:literal, $length:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(C)]
        pub struct $name {
            bytes: [u8; 16],
            prefix: [u8; $crate::ffi::SORTID_PREFIX_CAPACITY - 1],
            prefix_size: u8,
        }

        impl $name {
            const NOTHING: $name =
                $name { bytes: [0; 16], prefix: [0; $crate::ffi::SORTID_PREFIX_CAPACITY - 1], prefix_size: 0 };
            #[inline]
            fn with(self, id: $crate::typed::Halves) -> $name {
                let bytes = (u128::from(id.hi) << 64 | u128::from(id.lo)).to_be_bytes();
                $name { bytes, ..self }
            }
            pub(crate) fn held(id: &$crate::AnyId) -> $name {
                let given = id.prefix().as_bytes();
                let mut id =
                    $name { bytes: id.number().to_be_bytes(), prefix_size: given.len() as u8, ..$name::NOTHING };
                id.prefix[..given.len()].copy_from_slice(given);
                id
            }
            /// The prefix; empty without one.
            #[inline]
            pub fn prefix(&self) -> &str {
                // Letters and underscores.
                unsafe { core::str::from_utf8_unchecked(&self.prefix[..self.prefix_size as usize]) }
            }
            /// The text without the prefix.
            pub fn suffix(&self) -> $crate::Text<$length> {
                $name { prefix_size: 0, ..*self }.text()
            }
            /// The same id with another prefix, or without one.
            pub fn with_prefix(self, prefix: &str) -> Result<$name, $crate::Error> {
                $crate::AnyId::from(self).with_prefix(prefix).map(|id| $name::held(&id))
            }
            /// The bits as a number.
            #[inline]
            pub const fn number(&self) -> u128 {
                u128::from_be_bytes(self.bytes)
            }
            /// The id with these bits, without a prefix.
            pub fn from_number(number: u128) -> Result<$name, $crate::Error> {
                $name::FORMAT.from_number(number).map(|id| $name::held(&id))
            }
            /// The bytes in network order.
            #[inline]
            pub const fn bytes(&self) -> [u8; 16] {
                self.bytes
            }
        }
        impl From<$name> for $crate::AnyId {
            fn from(id: $name) -> $crate::AnyId {
                let number = id.number();
                let mut any = $name::FORMAT.min();
                any.0.hi = (number >> 64) as u64;
                any.0.lo = number as u64;
                any.0.prefix[..id.prefix.len()].copy_from_slice(&id.prefix);
                any
            }
        }
        impl Ord for $name {
            #[inline]
            fn cmp(&self, other: &$name) -> core::cmp::Ordering {
                (self.prefix(), self.number()).cmp(&(other.prefix(), other.number()))
            }
        }
        impl $crate::typed::Shape for $name {
            type Row = [u8; 16];
            #[inline]
            fn row(&self) -> [u8; 16] {
                self.bytes
            }
        }
        id_functions!($name, $place, $length);
    };
}

macro_rules! time_functions {
    ($name:ident) => {
        impl $name {
            /// Its instant in Unix milliseconds.
            #[inline]
            pub fn unix_ms(&self) -> i64 {
                $crate::typed::unix_ms($name::PLACE, self)
            }
            /// Its instant.
            #[cfg(feature = "std")]
            pub fn time(&self) -> std::time::SystemTime {
                $crate::any::time_of(self.unix_ms())
            }
        }
    };
}

macro_rules! maybe_time_functions {
    ($name:ident) => {
        impl $name {
            /// Its instant in Unix milliseconds; `None` when it carries none.
            #[inline]
            pub fn unix_ms(&self) -> Option<i64> {
                match $crate::typed::unix_ms($name::PLACE, self) {
                    i64::MIN => None,
                    ms => Some(ms),
                }
            }
            /// Its instant.
            #[cfg(feature = "std")]
            pub fn time(&self) -> Option<std::time::SystemTime> {
                self.unix_ms().map($crate::any::time_of)
            }
        }
    };
}

macro_rules! range_functions {
    ($name:ident) => {
        impl $name {
            /// The smallest id of a Unix millisecond, for bounds of queries.
            pub fn first_at(unix_ms: i64) -> Result<$name, $crate::Error> {
                $name::FORMAT.first_at(unix_ms).map(|id| $name::held(&id))
            }
            /// The largest id of a Unix millisecond.
            pub fn last_at(unix_ms: i64) -> Result<$name, $crate::Error> {
                $name::FORMAT.last_at(unix_ms).map(|id| $name::held(&id))
            }
            /// The smallest and the largest id from one Unix millisecond to before another.
            pub fn between(from: i64, to: i64) -> Result<($name, $name), $crate::Error> {
                $name::FORMAT.between(from, to).map(|(first, last)| ($name::held(&first), $name::held(&last)))
            }
            /// The smallest and the largest id whose text begins with these symbols, in formats whose symbols are in order.
            pub fn with_text_prefix(symbols: impl AsRef<[u8]>) -> Result<($name, $name), $crate::Error> {
                $name::FORMAT.with_text_prefix(symbols).map(|(first, last)| ($name::held(&first), $name::held(&last)))
            }
        }
    };
}

macro_rules! lenient_functions {
    ($name:ident) => {
        impl $name {
            /// Also takes what people write, hyphens and look-alike symbols, and says whether the text was the canonical one.
            pub fn parse_lenient(text: impl AsRef<[u8]>) -> Result<($name, bool), $crate::Error> {
                $name::FORMAT.parse_lenient(text).map(|(id, canonical)| ($name::held(&id), canonical))
            }
        }
    };
}

macro_rules! new_functions {
    ($name:ident) => {
        #[allow(clippy::new_without_default)]
        impl $name {
            /// A new id of the thread's own generator, greater than the one before in formats with an order.
            ///
            /// # Panics
            ///
            /// Where [`try_new`](Self::try_new) has an error.
            #[inline]
            pub fn new() -> $name {
                match $name::try_new() {
                    Ok(id) => id,
                    Err(why) => $crate::typed::no_id(why),
                }
            }
            /// The same, or why there is none: the system has no random bytes, the clock is outside the format's time, or
            /// the format needs a node number.
            #[inline]
            pub fn try_new() -> Result<$name, $crate::Error> {
                $crate::typed::next($name::PLACE, $name::FORMAT).map(|id| $name::NOTHING.with(id))
            }
        }
    };
}

macro_rules! prefixed_new_functions {
    ($name:ident) => {
        impl $name {
            /// A new id of the thread's own generator under that prefix, which may be empty.
            #[inline]
            pub fn new(prefix: &str) -> Result<$name, $crate::Error> {
                let id = $crate::typed::next($name::PLACE, $name::FORMAT).map(|id| $name::NOTHING.with(id))?;
                id.with_prefix(prefix)
            }
        }
    };
}

macro_rules! drawn_functions {
    ($name:ident) => {
        impl $name {
            /// A new id with the timestamp of a Unix millisecond, in no order; for rows that exist already.
            pub fn new_at(unix_ms: i64) -> Result<$name, $crate::Error> {
                $crate::Generator::<$name>::new()?.random_at(unix_ms)
            }
            /// A new id that is drawn, in no order within a millisecond.
            pub fn new_random() -> Result<$name, $crate::Error> {
                $crate::Generator::<$name>::new()?.random()
            }
            /// The id that an instant and a name determine under a secret key of 16 or 32 bytes.
            pub fn named_at(key: &[u8], unix_ms: i64, name: impl AsRef<[u8]>) -> Result<$name, $crate::Error> {
                $name::FORMAT.named_at(key, unix_ms, name, "").map(|id| $name::held(&id))
            }
        }
    };
}

#[cold]
#[inline(never)]
pub(crate) fn no_id(why: Error) -> ! {
    panic!("{}", why)
}
