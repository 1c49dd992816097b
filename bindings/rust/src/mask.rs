//! Public ids that hide their time.

use core::ptr::{null_mut, NonNull};

use crate::any::{one, terminated};
use crate::error::answer;
use crate::ffi::*;
use crate::{AnyId, Error, Format, Id};

/// Maps the ids of a format one to one to ids that tell neither when they were made nor which came next, under a secret
/// key. It is no authentication: any valid id unmasks to some id.
pub struct Masker {
    core: NonNull<sortid_masker>,
    format: Format,
}

// The core only reads it.
unsafe impl Send for Masker {}
unsafe impl Sync for Masker {}

impl Masker {
    /// Under a key of 16 or 32 bytes. Masked UUIDs and TypeIDs have version 8.
    pub fn new(format: Format, key: &[u8]) -> Result<Masker, Error> {
        Masker::with_uuid_version(format, key, 0)
    }
    /// The same with masked UUIDs of version 4, or 8.
    pub fn with_uuid_version(format: Format, key: &[u8], version: u32) -> Result<Masker, Error> {
        Masker::made(format, |masker, error| unsafe {
            sortid_masker_create(format as u32, key.as_ptr().cast(), key.len(), version, masker, error)
        })
    }
    /// Of what a key file has in it: 16 or 32 raw bytes, or twice as many hexadecimal digits, maybe with a line end.
    pub fn from_key_file(format: Format, contents: &[u8]) -> Result<Masker, Error> {
        Masker::made(format, |masker, error| unsafe {
            sortid_masker_create_from_file_contents(format as u32, contents.as_ptr(), contents.len(), 0, masker, error)
        })
    }
    fn made(
        format: Format,
        make: impl FnOnce(*mut *mut sortid_masker, *mut sortid_error) -> sortid_status,
    ) -> Result<Masker, Error> {
        let (mut core, mut error) = (null_mut(), Error::NONE.0);
        answer(make(&mut core, &mut error), (), error)?;
        let core = NonNull::new(core).ok_or_else(|| format.rejects(SORTID_NO_MEMORY))?;
        Ok(Masker { core, format })
    }

    /// The format whose ids it masks.
    pub fn format(&self) -> Format {
        self.format
    }
    /// The masked id; a UUIDv7's is of the format `uuid`.
    pub fn mask(&self, id: impl Into<AnyId>) -> Result<AnyId, Error> {
        let id = id.into();
        one(|masked, error| unsafe { sortid_mask(self.core.as_ptr(), &id.0, masked, error) })
    }
    /// The id that was masked.
    pub fn unmask(&self, masked: impl Into<AnyId>) -> Result<AnyId, Error> {
        let masked = masked.into();
        one(|id, error| unsafe { sortid_unmask(self.core.as_ptr(), &masked.0, id, error) })
    }
    /// Masks a column in place, TypeIDs of one prefix; stops at the first that is rejected.
    ///
    /// # Panics
    ///
    /// Where the rows are of another size than the format's.
    pub fn mask_rows<T: Id>(&self, prefix: &str, rows: &mut [T::Row]) -> Result<usize, (usize, Error)> {
        self.change::<T>(prefix, rows, sortid_batch_mask)
    }
    /// Unmasks one.
    ///
    /// # Panics
    ///
    /// Where the rows are of another size than the format's.
    pub fn unmask_rows<T: Id>(&self, prefix: &str, rows: &mut [T::Row]) -> Result<usize, (usize, Error)> {
        self.change::<T>(prefix, rows, sortid_batch_unmask)
    }
    fn change<T: Id>(&self, prefix: &str, rows: &mut [T::Row], change: Change) -> Result<usize, (usize, Error)> {
        assert_eq!(T::FORMAT.bits(), self.format.bits(), "rows of the masker's format");
        let prefix = terminated(prefix).ok_or_else(|| (0, self.format.rejects(SORTID_PREFIX)))?;
        let (mut done, mut error) = (0, Error::NONE.0);
        let (at, count) = (rows.as_mut_ptr(), rows.len());
        let status =
            unsafe { change(self.core.as_ptr(), prefix.as_ptr(), at.cast(), count, at.cast(), &mut done, &mut error) };
        answer(status, done, error).map_err(|why| (done, why))
    }
}

type Change = unsafe extern "C" fn(
    *const sortid_masker,
    *const u8,
    *const core::ffi::c_void,
    usize,
    *mut core::ffi::c_void,
    *mut usize,
    *mut sortid_error,
) -> sortid_status;

impl Drop for Masker {
    fn drop(&mut self) {
        unsafe { sortid_masker_destroy(self.core.as_ptr()) }
    }
}
