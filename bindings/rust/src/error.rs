//! Why something was rejected.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::ffi::*;
use crate::text::literal;
use crate::{Fault, Format, Reason};

/// Why a text, a value or a call was rejected, or why a generator made no id. `Display` is the core's sentence.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Error(pub(crate) sortid_error);

// What it points to is never freed or changed.
unsafe impl Send for Error {}
unsafe impl Sync for Error {}

impl Error {
    pub(crate) const NONE: Error = Error(sortid_error {
        status: SORTID_OK,
        format: 0,
        position: 0,
        expected: 0,
        found: 0,
        reserved: 0,
        detail: core::ptr::null(),
    });

    pub(crate) fn of(status: sortid_status, format: Format) -> Error {
        Error(sortid_error { status, format: format as u32, ..Error::NONE.0 })
    }

    /// One of the six reasons why a text or a value is invalid.
    pub fn reason(&self) -> Option<Reason> {
        Reason::of_number(self.0.status)
    }
    /// Why a generator made no id. It is unchanged, so the call may be repeated.
    pub fn fault(&self) -> Option<Fault> {
        Fault::of_number(self.0.status)
    }
    /// The reason, the fault, or what is wrong with the call, in a word or two: `length`, `tail_overflow`, `bad size`.
    pub fn name(&self) -> &'static str {
        literal(unsafe { sortid_status_name(self.0.status) })
    }
    /// The 0-based byte of the text at which it shows, at most its end; for bits, of the text that they have.
    pub fn position(&self) -> usize {
        self.0.position as usize
    }
    /// Symbols for `length`, check-mods for `checksum`; 0 where there is nothing to tell.
    pub fn expected(&self) -> u32 {
        self.0.expected
    }
    /// Symbols for `length`, the byte for `character` and `prefix`, check-mods for `checksum`, the part for `range`.
    pub fn found(&self) -> u32 {
        self.0.found
    }
    /// The format that rejected it.
    pub fn format(&self) -> Option<Format> {
        Format::of_number(self.0.format)
    }
    fn parts(&self) -> (i32, u32, u32, u32, u32, &'static str) {
        let e = &self.0;
        (e.status, e.format, e.position, e.expected, e.found, literal(e.detail))
    }
}

/// What a call of the core gave, by its status.
pub(crate) fn answer<T>(status: sortid_status, value: T, error: sortid_error) -> Result<T, Error> {
    if status == SORTID_OK {
        Ok(value)
    } else {
        // Not every call writes an error.
        Err(Error(sortid_error { status, ..error }))
    }
}

impl PartialEq for Error {
    fn eq(&self, other: &Error) -> bool {
        self.parts() == other.parts()
    }
}
impl Eq for Error {}
impl Hash for Error {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.parts().hash(to);
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sentence = [0; SORTID_MESSAGE_CAPACITY];
        let mut size = 0;
        unsafe { sortid_message(&self.0, sentence.as_mut_ptr(), sentence.len(), &mut size) };
        // A sentence has no byte of the text but those that it writes in digits.
        f.pad(core::str::from_utf8(&sentence[..size.min(sentence.len())]).map_err(|_| fmt::Error)?)
    }
}
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("name", &self.name())
            .field("format", &self.format())
            .field("position", &self.position())
            .field("expected", &self.expected())
            .field("found", &self.found())
            .finish()
    }
}
#[cfg(feature = "std")]
impl std::error::Error for Error {}
