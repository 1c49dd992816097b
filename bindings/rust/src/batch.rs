//! Many at once: columns of texts, each a stride behind the other, and of ids.
//!
//! ```
//! use sortid::{batch, Ulid};
//!
//! let texts = b"01ARZ3NDEKTSV4RRFFQ69G5FAV\n01BX5ZZKBKACTAV9WEVGEMMVRZ\n";
//! let mut ids = [Ulid::min(); 2];
//! batch::from_text::<Ulid>(texts, &mut ids, &batch::Rows { stride: 27, ..Default::default() }).unwrap();
//! assert_eq!(ids[1].text(), "01BX5ZZKBKACTAV9WEVGEMMVRZ");
//! ```

use core::ptr::null;

use crate::any::terminated;
use crate::error::answer;
use crate::ffi::*;
use crate::{AnyId, Error, Id, Reason};

/// How texts stand in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rows<'a> {
    /// Bytes from the beginning of a text to that of the next one; 0 for the length of a text.
    pub stride: usize,
    /// The prefix of all texts of TypeIDs; empty for none.
    pub prefix: &'a str,
}

/// Why a text of a column was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub struct Why(u8);

impl Why {
    /// `None` for a text that was read.
    pub fn reason(self) -> Option<Reason> {
        Reason::of_number(i32::from(self.0))
    }
}

/// How many items are done, and why the next one is not.
pub type Stopped = (usize, Error);

fn with_prefix<T: Id, R>(rows: &Rows<'_>, call: impl FnOnce(*const u8) -> Result<R, Stopped>) -> Result<R, Stopped> {
    let prefix = terminated(rows.prefix).ok_or_else(|| (0, T::FORMAT.rejects(SORTID_PREFIX)))?;
    call(prefix.as_ptr())
}
fn ended(status: sortid_status, done: usize, error: sortid_error) -> Result<usize, Stopped> {
    answer(status, done, error).map_err(|why| (done, why))
}

/// Writes the texts of the ids, as many as there is room for; gives how many.
pub fn to_text<T: Id>(ids: &[T::Row], texts: &mut [u8], rows: &Rows<'_>) -> Result<usize, Error> {
    let written = with_prefix::<T, usize>(rows, |prefix| {
        let mut done = 0;
        let status = unsafe {
            sortid_batch_to_text(
                T::FORMAT as u32,
                prefix,
                ids.as_ptr().cast(),
                ids.len(),
                texts.as_mut_ptr(),
                texts.len(),
                rows.stride,
                &mut done,
            )
        };
        ended(status, done, T::FORMAT.rejects(status).0)
    });
    written.map_err(|(_, why)| why)
}

/// Parses one text for each id, strictly, and stops at the first invalid one.
pub fn from_text<T: Id>(texts: &[u8], ids: &mut [T::Row], rows: &Rows<'_>) -> Result<usize, Stopped> {
    with_prefix::<T, usize>(rows, |prefix| {
        let (mut done, mut error) = (0, Error::NONE.0);
        let status = unsafe {
            sortid_batch_from_text(
                T::FORMAT as u32,
                prefix,
                texts.as_ptr(),
                texts.len(),
                rows.stride,
                ids.as_mut_ptr().cast(),
                ids.len(),
                &mut done,
                &mut error,
            )
        };
        ended(status, done, error)
    })
}

/// The same with an answer for each text; gives how many are invalid. An invalid text leaves its id as it was.
///
/// # Panics
///
/// Where there are not as many answers as ids.
pub fn from_text_each<T: Id>(
    texts: &[u8],
    ids: &mut [T::Row],
    why: &mut [Why],
    rows: &Rows<'_>,
) -> Result<usize, Error> {
    assert_eq!(ids.len(), why.len(), "an answer for each id");
    let read = with_prefix::<T, usize>(rows, |prefix| {
        let mut rejected = 0;
        let status = unsafe {
            sortid_batch_from_text_each(
                T::FORMAT as u32,
                prefix,
                texts.as_ptr(),
                texts.len(),
                rows.stride,
                ids.as_mut_ptr().cast(),
                why.as_mut_ptr().cast(),
                ids.len(),
                &mut rejected,
            )
        };
        ended(status, rejected, T::FORMAT.rejects(status).0)
    });
    read.map_err(|(_, why)| why)
}

/// Only validates; gives how many texts there are.
pub fn check<T: Id>(texts: &[u8], rows: &Rows<'_>) -> Result<usize, Stopped> {
    with_prefix::<T, usize>(rows, |prefix| {
        let (mut done, mut error) = (0, Error::NONE.0);
        let status = unsafe {
            sortid_batch_check(
                T::FORMAT as u32,
                prefix,
                texts.as_ptr(),
                texts.len(),
                rows.stride,
                &mut done,
                &mut error,
            )
        };
        ended(status, done, error)
    })
}

/// Converts all texts to texts of another format with the same bits; gives how many.
pub fn convert<From: Id, To: Id>(
    texts: &[u8],
    rows: &Rows<'_>,
    to: &mut [u8],
    to_rows: &Rows<'_>,
) -> Result<usize, Stopped> {
    with_prefix::<From, usize>(rows, |prefix| {
        with_prefix::<To, usize>(to_rows, |to_prefix| {
            let (mut done, mut error) = (0, Error::NONE.0);
            let status = unsafe {
                sortid_batch_convert(
                    From::FORMAT as u32,
                    prefix,
                    texts.as_ptr(),
                    texts.len(),
                    rows.stride,
                    To::FORMAT as u32,
                    to_prefix,
                    to.as_mut_ptr(),
                    to.len(),
                    to_rows.stride,
                    &mut done,
                    &mut error,
                )
            };
            ended(status, done, error)
        })
    })
}

/// Writes 8 or 16 bytes in network order for each id, as many as there is room for; gives how many.
pub fn to_bytes<T: Id>(ids: &[T::Row], bytes: &mut [u8]) -> usize {
    let mut done = 0;
    unsafe {
        sortid_batch_to_bytes(
            T::FORMAT as u32,
            ids.as_ptr().cast(),
            ids.len(),
            bytes.as_mut_ptr().cast(),
            bytes.len(),
            &mut done,
        )
    };
    done
}
/// Reads them, and stops at the first that the format does not allow.
pub fn from_bytes<T: Id>(bytes: &[u8], ids: &mut [T::Row]) -> Result<usize, Stopped> {
    let (mut done, mut error) = (0, Error::NONE.0);
    let status = unsafe {
        sortid_batch_from_bytes(
            T::FORMAT as u32,
            bytes.as_ptr().cast(),
            bytes.len(),
            ids.as_mut_ptr().cast(),
            ids.len(),
            &mut done,
            &mut error,
        )
    };
    ended(status, done, error)
}

/// Puts the ids into their order, in place.
pub fn sort<T: Id>(ids: &mut [T::Row]) {
    unsafe { sortid_batch_sort(T::FORMAT as u32, ids.as_mut_ptr().cast(), ids.len()) };
}
/// The place of the first id that is not less, in ids that are in order.
pub fn lower_bound<T: Id>(ids: &[T::Row], id: T) -> usize {
    let id: AnyId = id.into();
    let mut place = 0;
    unsafe { sortid_batch_lower_bound(T::FORMAT as u32, ids.as_ptr().cast(), ids.len(), &id.0, &mut place) };
    place
}
/// Writes the ids that `without` lacks, in their order; both are in order. Gives how many.
///
/// # Panics
///
/// Where `to` has less room than there are ids.
pub fn difference<T: Id>(ids: &[T::Row], without: &[T::Row], to: &mut [T::Row]) -> usize {
    assert!(to.len() >= ids.len(), "room for all ids");
    let mut written = 0;
    unsafe {
        sortid_batch_difference(
            T::FORMAT as u32,
            ids.as_ptr().cast(),
            ids.len(),
            without.as_ptr().cast(),
            without.len(),
            to.as_mut_ptr().cast(),
            &mut written,
        )
    };
    written
}

/// The instant of an id that has none.
pub const NO_INSTANT: i64 = i64::MIN;

/// Unix milliseconds of the ids, [`NO_INSTANT`] where one has none.
///
/// # Panics
///
/// Where there is no place for each.
pub fn unix_ms<T: Id>(ids: &[T::Row], epoch: Option<i64>, ms: &mut [i64]) -> Result<(), Error> {
    assert_eq!(ids.len(), ms.len(), "an instant for each id");
    let epoch = epoch.as_ref().map_or(null(), |at| at as *const i64);
    let status =
        unsafe { sortid_batch_unix_ms(T::FORMAT as u32, ids.as_ptr().cast(), ids.len(), epoch, ms.as_mut_ptr()) };
    answer(status, (), T::FORMAT.rejects(status).0)
}
/// The same of texts, each of which is validated; stops at the first invalid one.
pub fn unix_ms_of_text<T: Id>(
    texts: &[u8],
    rows: &Rows<'_>,
    epoch: Option<i64>,
    ms: &mut [i64],
) -> Result<usize, Stopped> {
    let epoch = epoch.as_ref().map_or(null(), |at| at as *const i64);
    with_prefix::<T, usize>(rows, |prefix| {
        let (mut done, mut error) = (0, Error::NONE.0);
        let status = unsafe {
            sortid_batch_unix_ms_of_text(
                T::FORMAT as u32,
                prefix,
                texts.as_ptr(),
                texts.len(),
                rows.stride,
                epoch,
                ms.as_mut_ptr(),
                ms.len(),
                &mut done,
                &mut error,
            )
        };
        ended(status, done, error)
    })
}

/// The instruction set that these functions use, for the whole process.
pub fn kernels() -> &'static str {
    crate::text::literal(unsafe { sortid_kernels_active() })
}
