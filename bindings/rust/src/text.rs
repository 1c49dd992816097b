//! Texts and bytes without a heap.

use core::fmt;
use core::ops::Deref;

/// A text of at most `N` bytes, which is used as the `str` that it is.
#[derive(Clone, Copy)]
pub struct Text<const N: usize> {
    size: u8,
    bytes: [u8; N],
}

impl<const N: usize> Text<N> {
    /// What `write` puts there: it gives how many bytes, all of them ASCII.
    #[inline(always)]
    pub(crate) fn written(write: impl FnOnce(*mut u8) -> usize) -> Text<N> {
        // In its place: a copy would read in one piece what was just written in several.
        let mut text = Text { size: 0, bytes: [0; N] };
        text.size = write(text.bytes.as_mut_ptr()) as u8;
        debug_assert!(text.size as usize <= N && text.bytes[..text.size as usize].is_ascii());
        text
    }
    /// The text.
    pub fn as_str(&self) -> &str {
        // Every text of the core is ASCII.
        unsafe { core::str::from_utf8_unchecked(self.bytes.get_unchecked(..self.size as usize)) }
    }
}

impl<const N: usize> Deref for Text<N> {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}
impl<const N: usize> AsRef<str> for Text<N> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
impl<const N: usize> AsRef<[u8]> for Text<N> {
    fn as_ref(&self) -> &[u8] {
        self.as_str().as_bytes()
    }
}
impl<const N: usize> PartialEq<str> for Text<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}
impl<const N: usize> PartialEq<&str> for Text<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
impl<const N: usize> fmt::Display for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// The 8 or 16 bytes of an id, in network order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    pub(crate) size: usize,
    pub(crate) bytes: [u8; 16],
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.size]
    }
}
impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// A text that the core has, which ends with a NUL and is never freed.
pub(crate) fn literal(from: *const u8) -> &'static str {
    if from.is_null() {
        return "";
    }
    unsafe {
        let mut size = 0;
        while *from.add(size) != 0 {
            size += 1;
        }
        core::str::from_utf8_unchecked(core::slice::from_raw_parts(from, size))
    }
}
