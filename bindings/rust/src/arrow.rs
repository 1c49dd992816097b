//! Columns of Arrow's: texts, and ids in bytes or numbers. Nulls stay nulls.
//!
//! ```
//! use arrow_array::{Array, StringArray};
//! use sortid::{arrow, Ulid};
//!
//! let texts = StringArray::from(vec![Some("01ARZ3NDEKTSV4RRFFQ69G5FAV"), None]);
//! let ids = arrow::from_text::<Ulid>(&texts, "").unwrap(); // a FixedSizeBinaryArray
//! assert!(ids.value(0) == [1, 86, 62, 58, 181, 211, 214, 118, 76, 97, 239, 185, 147, 2, 189, 91] && ids.is_null(1));
//! assert_eq!(arrow::to_text::<Ulid>(&ids, ""), Ok(texts));
//! ```

use alloc::vec::Vec;

use arrow_array::{Array, ArrayAccessor, StringArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};

use crate::batch::{self, Rows, Stopped};
use crate::ffi::{SORTID_BAD_SIZE, SORTID_PREFIX};
use crate::Id;

/// A row of a column: of ids of 128 bits it is 16 bytes in network order, of ids of 64 bits a number.
pub trait ArrowRow: crate::typed::Row {
    /// The column of ids.
    type Array: Array;
    #[doc(hidden)]
    fn bytes(ids: &Self::Array, row: usize, to: &mut Vec<u8>);
    #[doc(hidden)]
    fn column(bytes: Vec<u8>, nulls: Option<NullBuffer>) -> Self::Array;
}

macro_rules! arrow_row {
    ($row:ty, 16) => {
        impl $crate::arrow::ArrowRow for $row {
            type Array = arrow_array::FixedSizeBinaryArray;
            fn bytes(ids: &Self::Array, row: usize, to: &mut alloc::vec::Vec<u8>) {
                to.extend_from_slice(ids.value(row));
            }
            fn column(bytes: alloc::vec::Vec<u8>, nulls: Option<arrow_buffer::NullBuffer>) -> Self::Array {
                arrow_array::FixedSizeBinaryArray::new(16, arrow_buffer::Buffer::from_vec(bytes), nulls)
            }
        }
    };
    ($row:ty, 8) => {
        impl $crate::arrow::ArrowRow for $row {
            type Array = arrow_array::UInt64Array;
            fn bytes(ids: &Self::Array, row: usize, to: &mut alloc::vec::Vec<u8>) {
                to.extend_from_slice(&ids.value(row).to_be_bytes());
            }
            fn column(bytes: alloc::vec::Vec<u8>, nulls: Option<arrow_buffer::NullBuffer>) -> Self::Array {
                let number = |one: &[u8]| u64::from_be_bytes(one.try_into().unwrap_or_default());
                arrow_array::UInt64Array::new(bytes.chunks_exact(8).map(number).collect(), nulls)
            }
        }
    };
}
arrow_row!([u8; 16], 16);

/// The column of ids of a type.
pub type Ids<T> = <<T as Id>::Row as ArrowRow>::Array;

/// Rows that the core is given at a time, from memory that stays in the processor's cache.
const BLOCK: usize = 256;

/// Hands on the rows that have a value, a block at a time, and says in which row it was stopped.
fn each_block(
    rows: usize,
    nulls: Option<&NullBuffer>,
    mut read: impl FnMut(&[usize]) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let mut valid = (0..rows).filter(|row| nulls.map_or(true, |nulls| nulls.is_valid(*row)));
    loop {
        let block: Vec<usize> = valid.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            return Ok(());
        }
        read(&block).map_err(|(done, why)| (block[done.min(block.len() - 1)], why))?;
    }
}

/// Parses a column of texts, strictly; TypeIDs all have this prefix. Stops at the first that is rejected, and says in
/// which row.
pub fn from_text<'a, T: Id>(texts: impl ArrayAccessor<Item = &'a str>, prefix: &str) -> Result<Ids<T>, Stopped>
where
    T::Row: ArrowRow,
{
    let like = Rows { prefix, ..Rows::default() };
    let (size, length) = (T::FORMAT.bits() as usize / 8, length_of::<T>(prefix));
    let nulls = texts.logical_nulls();
    let mut bytes = alloc::vec![0; size * texts.len()];
    let mut ids = [some_row::<T>(); BLOCK];
    let (mut together, mut read) = (Vec::with_capacity(BLOCK * length), [0; BLOCK * 16]);
    each_block(texts.len(), nulls.as_ref(), |rows| {
        together.clear();
        let all = rows.iter().map(|row| texts.value(*row));
        all.take_while(|text| text.len() == length).for_each(|text| together.extend_from_slice(text.as_bytes()));
        let count = together.len() / length;
        batch::from_text::<T>(&together, &mut ids[..count], &like)?;
        if count < rows.len() {
            // Of another length: it is no id, or has another prefix.
            let why = T::FORMAT.parse(texts.value(rows[count])).err();
            return Err((count, why.unwrap_or_else(|| T::FORMAT.rejects(SORTID_PREFIX))));
        }
        batch::to_bytes::<T>(&ids[..count], &mut read);
        for (row, id) in rows.iter().zip(read.chunks_exact(size)) {
            bytes[row * size..][..size].copy_from_slice(id);
        }
        Ok(())
    })?;
    Ok(T::Row::column(bytes, nulls))
}

/// Writes the texts of a column of ids, of TypeIDs with this prefix. Stops at the first id that the format does not
/// allow, and says in which row.
///
/// # Panics
///
/// Where the texts have more than 2 GiB, which one such column cannot hold.
pub fn to_text<T: Id>(ids: &Ids<T>, prefix: &str) -> Result<StringArray, Stopped>
where
    T::Row: ArrowRow,
{
    let like = Rows { prefix, ..Rows::default() };
    let (size, length) = (T::FORMAT.bits() as usize / 8, length_of::<T>(prefix));
    let nulls = ids.nulls().cloned();
    let mut texts = Vec::with_capacity(length * (ids.len() - ids.null_count()));
    let (mut together, mut rows_read) = (Vec::with_capacity(BLOCK * size), [some_row::<T>(); BLOCK]);
    each_block(ids.len(), nulls.as_ref(), |rows| {
        together.clear();
        rows.iter().for_each(|row| T::Row::bytes(ids, *row, &mut together));
        if together.len() != size * rows.len() {
            return Err((0, T::FORMAT.rejects(SORTID_BAD_SIZE)));
        }
        batch::from_bytes::<T>(&together, &mut rows_read[..rows.len()])?;
        let before = texts.len();
        texts.resize(before + length * rows.len(), 0);
        batch::to_text::<T>(&rows_read[..rows.len()], &mut texts[before..], &like).map_err(|why| (0, why))?;
        Ok(())
    })?;
    let lengths = (0..ids.len()).map(|row| if ids.is_valid(row) { length } else { 0 });
    Ok(StringArray::new(OffsetBuffer::from_lengths(lengths), Buffer::from_vec(texts), nulls))
}

/// Of every text under the prefix.
fn length_of<T: Id>(prefix: &str) -> usize {
    T::FORMAT.symbols() + if prefix.is_empty() { 0 } else { prefix.len() + 1 }
}
/// What stands where the core writes a row.
fn some_row<T: Id>() -> T::Row {
    let id = T::try_from(T::FORMAT.min()).unwrap_or_else(|_| unreachable!());
    id.row()
}
