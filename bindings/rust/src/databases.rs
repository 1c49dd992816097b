//! Ids in columns of databases, by sqlx: a row may have been written by any front end, in any of their ways.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use sqlx::encode::IsNull;
use sqlx::error::{BoxDynError, UnexpectedNullError};
use sqlx::types::Uuid;
use sqlx::{Database, Decode, Encode, Type, TypeInfo, Value, ValueRef};

use crate::{Format, Id};

/// How ids of a type are written.
pub trait Column<DB: Database> {
    fn type_info() -> DB::TypeInfo;
    fn encode(id: impl Id, to: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError>;
}

/// As texts.
pub struct Texts;
impl<DB: Database> Column<DB> for Texts
where
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    fn type_info() -> DB::TypeInfo {
        <String as Type<DB>>::type_info()
    }
    fn encode(id: impl Id, to: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        id.to_string().encode(to)
    }
}

/// As the database's own `uuid`, or as texts where it has none.
pub struct Uuids;
impl<DB: Database> Column<DB> for Uuids
where
    Texts: Column<DB>,
    Uuid: Type<DB> + for<'q> Encode<'q, DB>,
{
    fn type_info() -> DB::TypeInfo {
        Some(Uuid::type_info()).filter(is_uuid).unwrap_or_else(Texts::type_info)
    }
    fn encode(id: impl Id, to: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        if is_uuid(&<Uuid as Type<DB>>::type_info()) {
            Uuid::from_u128(id.into().number()).encode(to)
        } else {
            Texts::encode(id, to)
        }
    }
}

fn is_uuid(info: &impl TypeInfo) -> bool {
    info.name() == "UUID"
}

/// A database that has the types in which ids are stored.
pub trait Stores: Database {
    fn has(info: &Self::TypeInfo, format: Format) -> bool;
    fn id<T: Id>(value: Self::ValueRef<'_>) -> Result<T, BoxDynError>;
}

impl<DB: Database> Stores for DB
where
    String: Type<DB> + for<'r> Decode<'r, DB>,
    Vec<u8>: Type<DB> + for<'r> Decode<'r, DB>,
    i64: Type<DB> + for<'r> Decode<'r, DB>,
{
    fn has(info: &DB::TypeInfo, format: Format) -> bool {
        String::compatible(info)
            || Vec::<u8>::compatible(info)
            || if format.bits() == 64 { i64::compatible(info) } else { is_uuid(info) }
    }
    fn id<T: Id>(value: DB::ValueRef<'_>) -> Result<T, BoxDynError> {
        if value.is_null() {
            return Err(UnexpectedNullError.into());
        }
        let info = value.type_info();
        if String::compatible(&info) {
            return Ok(T::parse(String::decode(value)?)?);
        }
        if T::FORMAT.bits() == 64 && i64::compatible(&info) {
            let number = i64::decode(value)? as u64;
            return Ok(T::FORMAT.from_number(number.into()).and_then(T::try_from)?);
        }
        // A `uuid` is digits in the answer to a simple query, and bytes in all others.
        let (same, in_digits) = (ValueRef::to_owned(&value), is_uuid(info.as_ref()));
        match Vec::<u8>::decode(value) {
            Ok(bytes) => of_bytes(&bytes),
            Err(_) if in_digits => {
                let uuid = Format::Uuid.parse(String::decode(same.as_ref())?)?;
                Ok(uuid.convert(T::FORMAT).and_then(T::try_from)?)
            }
            Err(why) => Err(why),
        }
    }
}

/// Of the bytes of the id or of its text, whichever has this size.
fn of_bytes<T: Id>(bytes: &[u8]) -> Result<T, BoxDynError> {
    if bytes.len() * 8 == T::FORMAT.bits() as usize {
        Ok(T::FORMAT.from_bytes(bytes).and_then(T::try_from)?)
    } else {
        Ok(T::parse(bytes)?)
    }
}
