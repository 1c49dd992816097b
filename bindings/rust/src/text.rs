//! Texts and bytes without a heap.

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::Deref;

/// A text of at most `N` bytes, which is used as the `str` that it is.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Text<const N: usize> {
    size: u8,
    // As many as `size` says are written, all of them ASCII.
    bytes: [MaybeUninit<u8>; N],
}

impl<const N: usize> Text<N> {
    /// What the core puts there.
    #[inline(always)]
    pub(crate) fn written(write: impl FnOnce(*mut Text<N>)) -> Text<N> {
        // In its place: a copy would read in one piece what was just written in several.
        let mut text = Text { size: 0, bytes: [MaybeUninit::uninit(); N] };
        write(&mut text);
        debug_assert!(usize::from(text.size) <= N && text.as_str().is_ascii());
        text
    }
    /// The same of a function that is given where the bytes and their number go.
    pub(crate) fn sized(write: impl FnOnce(*mut u8, *mut usize)) -> Text<N> {
        let (mut text, mut size) = (Text::written(|_| ()), 0);
        write(text.bytes.as_mut_ptr().cast(), &mut size);
        text.size = size as u8;
        text
    }
    /// The text.
    pub fn as_str(&self) -> &str {
        let size = usize::from(self.size);
        unsafe { core::str::from_utf8_unchecked(core::slice::from_raw_parts(self.bytes.as_ptr().cast(), size)) }
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
