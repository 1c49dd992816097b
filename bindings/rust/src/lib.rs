//! Sortable unique ids of every common format: ULID, TypeID, UUIDv7, EUID, Ulid-Flake and uid11.
//!
//! ```
//! use sortid::{TypeId, Ulid};
//!
//! let id = Ulid::new();
//! assert_eq!(id.text().parse::<Ulid>(), Ok(id));
//! let why = Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAU").unwrap_err();
//! assert_eq!((why.name(), why.position()), ("character", 25));
//! assert_eq!(TypeId::new("user")?.prefix(), "user");
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! The rules are those of one core, which every front end of sortid shares; it is compiled with the crate.
//! A type of 128 bits is its 16 bytes in network order, one of 64 bits is its number: ids of a type compare, sort and
//! hash as their values, TypeIDs by prefix first. Every function that says nothing else takes what is valid alone.
#![no_std]
#![warn(missing_docs)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod any;
#[cfg(feature = "arrow")]
#[macro_use]
pub mod arrow;
pub mod batch;
#[cfg(feature = "sqlx")]
mod databases;
mod error;
#[allow(missing_docs)]
mod ffi;
#[macro_use]
mod libraries;
#[macro_use]
mod typed;
mod formats;
mod generator;
mod mask;
mod text;

pub use any::{
    detect, find_ids, find_ids_of, instant_to_text, looks_like, meant, parse, parse_instant, version, AnyId, Field, ForeignId,
    Found,
};
pub use error::Error;
pub use formats::*;
pub use generator::{AnyGenerator, Generator, GeneratorOptions, ProcessGenerator, Sources};
pub use mask::Masker;
pub use text::{Bytes, Text};
pub use typed::Id;
