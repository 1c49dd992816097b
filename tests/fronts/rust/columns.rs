//! Columns of databases by sqlx, and of Arrow's.

use arrow_array::types::Int8Type;
use arrow_array::{
    Array, DictionaryArray, FixedSizeBinaryArray, LargeStringArray, StringArray, StringViewArray, UInt64Array,
};
use sortid::arrow::{from_text, to_text, ArrowRow};
use sortid::*;
use sqlx::{AnyConnection, Connection, Executor, PgConnection, Row as _, SqliteConnection};

const TEXT: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/// A case for every format, by the name of its type.
macro_rules! each {
    ($case:ident, $with:expr) => {
        $case!($with, Ulid TypeId Uuidv7 Uuid Euid);
        $case!($with, UlidFlake UlidFlakeScalable Xid Uid11 Uid11Fullrand Uid11Snowish Uid11TsSeqRand);
        assert_eq!(Format::ALL.len(), 12);
    };
}

fn by_itself(work: impl std::future::Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work);
}

/// What a query gives in the first column of its one row.
macro_rules! one {
    ($to:expr, $type:ty, $query:literal) => {
        sqlx::query($query).fetch_one(&mut $to).await.unwrap().try_get::<$type, _>(0)
    };
}
/// The name and the position of the core's error that sqlx gives.
macro_rules! why {
    ($to:expr, $type:ty, $query:literal) => {
        match one!($to, $type, $query) {
            Err(sqlx::Error::ColumnDecode { source, .. }) => {
                let why = source.downcast_ref::<Error>().expect("an error of the core");
                (why.name(), why.position())
            }
            other => panic!("{other:?}"),
        }
    };
}

/// What is written is the canonical text; it comes back, also out of bytes, and so does none.
macro_rules! in_sqlite {
    ($to:expr, $($name:ident)*) => {
        $(
            let id = $name::parse(Format::$name.sample()).unwrap();
            let query = sqlx::query("SELECT ?1, typeof(?1), CAST(?1 AS BLOB), ?2, ?3");
            let row = query.bind(id).bind(id.bytes().to_vec()).bind(None::<$name>).fetch_one(&mut $to).await.unwrap();
            assert_eq!((row.get::<String, _>(0), row.get::<&str, _>(1)), (id.to_string(), "text"));
            let bare = $name::from_bytes(&id.bytes()).unwrap();
            assert_eq!((row.get(0), row.get(2), row.get(3), row.get(4)), (id, id, bare, None::<$name>));
        )*
    };
}

#[test]
fn sqlite() {
    by_itself(async {
        let mut to = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        each!(in_sqlite, to);
        assert_eq!(one!(to, UlidFlake, "SELECT 9223372036854775807").unwrap().number(), i64::MAX as u64);
        assert_eq!(why!(to, Ulid, "SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'"), ("character", 25));
        assert_eq!(why!(to, Ulid, "SELECT x'07'"), ("length", 1));
        assert_eq!(why!(to, Uuidv7, "SELECT zeroblob(16)").0, "range");
        assert_eq!(why!(to, UlidFlake, "SELECT -1").0, "overflow");
        assert!(one!(to, Ulid, "SELECT 7").unwrap_err().to_string().contains("INTEGER"));
        assert!(one!(to, Ulid, "SELECT NULL").unwrap_err().to_string().contains("null"));
    });
}

#[test]
fn any_database() {
    sqlx::any::install_default_drivers();
    by_itself(async {
        let mut to = AnyConnection::connect("sqlite::memory:").await.unwrap();
        let row = sqlx::query("SELECT ?").bind(Xid::max()).fetch_one(&mut to).await.unwrap();
        assert_eq!(row.get::<Xid, _>(0), Xid::max());
    });
}

/// In columns of texts, bytes and numbers, and of `uuid` where the bits are one's; also in answers to simple queries,
/// which have digits.
macro_rules! in_postgres {
    ($to:expr, $($name:ident)*) => {
        $(
            let id = $name::parse(Format::$name.sample()).unwrap();
            let is_uuid = matches!(Format::$name, Format::Uuid | Format::Uuidv7);
            // Kept, it would be found for the next format, whose parameters have other types.
            let query = sqlx::query("SELECT $1, pg_typeof($1)::text, $2, $3, $1::text").persistent(false);
            let row = query.bind(id).bind(&id.bytes()[..]).bind(None::<$name>).fetch_one(&mut $to).await.unwrap();
            assert_eq!(row.get::<&str, _>(1), if is_uuid { "uuid" } else { "text" });
            let bare = $name::from_bytes(&id.bytes()).unwrap();
            assert_eq!((row.get(0), row.get(2), row.get(3), row.get(4)), (id, bare, None::<$name>, id));
            let simple = format!("SELECT '\\x{0}'::bytea, {1}", id.hex(), match AnyId::from(id).bytes().len() {
                16 => format!("'{}'::uuid", id.hex()),
                _ => format!("'{}'::bigint", id.number() as i64),
            });
            let row = $to.fetch_one(sqlx::raw_sql(sqlx::AssertSqlSafe(simple))).await.unwrap();
            assert_eq!((row.get(0), row.get(1)), (bare, bare));
        )*
    };
}

/// In columns of the extension's own types.
macro_rules! in_own_types {
    ($to:expr, $($name:ident)*) => {
        $(
            let id = $name::parse(Format::$name.sample()).unwrap();
            let kind = Format::$name.name().replace('-', "_");
            $to.execute(sqlx::AssertSqlSafe(format!("CREATE TABLE of_{kind} (id {kind} PRIMARY KEY)"))).await.unwrap();
            let insert = format!("INSERT INTO of_{kind} VALUES ($1::{kind})");
            sqlx::query(sqlx::AssertSqlSafe(insert)).bind(id).execute(&mut $to).await.unwrap();
            let select = format!("SELECT id::text FROM of_{kind} WHERE id = $1::{kind}");
            let row = sqlx::query(sqlx::AssertSqlSafe(select)).bind(id).fetch_one(&mut $to).await.unwrap();
            assert_eq!(row.get::<$name, _>(0), id);
        )*
    };
}

/// Where tests/fronts/rust/crate.py has a server.
#[test]
#[ignore]
fn postgres() {
    by_itself(async {
        let mut to = PgConnection::connect_with(&sqlx::postgres::PgConnectOptions::new()).await.unwrap();
        each!(in_postgres, to);
        to.execute("CREATE TABLE orders (id uuid PRIMARY KEY, user_id text)").await.unwrap();
        let (id, user) = (Uuidv7::new(), TypeId::new("user").unwrap());
        sqlx::query("INSERT INTO orders VALUES ($1, $2)").bind(id).bind(user).execute(&mut to).await.unwrap();
        let row =
            sqlx::query("SELECT id, user_id FROM orders WHERE id = $1").bind(id).fetch_one(&mut to).await.unwrap();
        assert_eq!((row.get(0), row.get(1)), (id, user));
        assert_eq!(row.get::<Ulid, _>(0).bytes(), id.bytes());
        assert_eq!(why!(to, Uuidv7, "SELECT '00000000-0000-0000-0000-000000000000'::uuid").0, "range");
        assert_eq!(why!(to, Ulid, "SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'"), ("character", 25));
        assert!(one!(to, Xid, "SELECT gen_random_uuid()").unwrap_err().to_string().contains("UUID"));
        assert!(one!(to, Ulid, "SELECT 7::bigint").unwrap_err().to_string().contains("INT8"));
        let extended = one!(to, i64, "SELECT count(*) FROM pg_available_extensions WHERE name = 'sortid'").unwrap();
        if extended == 1 {
            to.execute("CREATE EXTENSION sortid").await.unwrap();
            in_own_types!(to, Ulid TypeId Euid UlidFlake UlidFlakeScalable Uid11);
        }
    });
}

/// Texts of more rows than the core is given at once, every third null, become ids and come back.
fn in_arrow_of<T: Id>()
where
    T::Row: ArrowRow,
{
    let id = T::parse(T::FORMAT.sample()).unwrap();
    let any: AnyId = id.into();
    let texts: StringArray = (0..1000).map(|row| (row % 3 != 1).then(|| id.to_string())).collect();
    for column in [texts.clone(), texts.slice(100, 700), texts.slice(3, 0)] {
        let ids = from_text::<T>(&column, any.prefix()).unwrap();
        assert_eq!((ids.len(), ids.null_count()), (column.len(), column.null_count()));
        assert_eq!(to_text::<T>(&ids, any.prefix()).unwrap(), column);
    }
}
macro_rules! in_arrow {
    ($with:expr, $($name:ident)*) => {
        $(in_arrow_of::<$name>();)*
    };
}

#[test]
fn arrow() {
    each!(in_arrow, ());
    let id = Ulid::parse(TEXT).unwrap();
    let texts = vec![None, Some(TEXT), Some("7ZZZZZZZZZZZZZZZZZZZZZZZZZ")];
    let ids = FixedSizeBinaryArray::try_from_sparse_iter_with_size(
        [None, Some(id.bytes()), Some([0xFF; 16])].into_iter(),
        16,
    )
    .unwrap();
    assert_eq!(from_text::<Ulid>(&StringArray::from(texts.clone()), ""), Ok(ids.clone()));
    assert_eq!(from_text::<Ulid>(&LargeStringArray::from(texts.clone()), ""), Ok(ids.clone()));
    assert_eq!(from_text::<Ulid>(&StringViewArray::from(texts.clone()), ""), Ok(ids.clone()));
    let keyed: DictionaryArray<Int8Type> = texts.into_iter().collect();
    assert_eq!(from_text::<Ulid>(keyed.downcast_dict::<StringArray>().unwrap(), ""), Ok(ids.slice(0, 3)));
    // Numbers, and TypeIDs without their prefix.
    let numbers = UInt64Array::from(vec![Some(u64::MAX >> 1), None]);
    let texts = StringArray::from(vec![Some("7ZZZZZZZZZZZZ"), None]);
    assert_eq!(from_text::<UlidFlake>(&texts, ""), Ok(numbers));
    let users = StringArray::from(vec!["user_7zzzzzzzzzzzzzzzzzzzzzzzzz"]);
    assert_eq!(from_text::<TypeId>(&users, "user").unwrap().value(0), [0xFF; 16]);
}

#[test]
fn rows_that_arrow_rejects() {
    let stopped = |texts: Vec<Option<&str>>, prefix| {
        let (row, why) = from_text::<TypeId>(&StringArray::from(texts), prefix).unwrap_err();
        (row, why.name(), why.position())
    };
    let user = Some("user_01h455vb4pex5vsknk084sn02q");
    assert_eq!(stopped(vec![None, user, Some("user_01h455vb4pex5vsknk084sn0u"), Some("")], "user"), (2, "length", 30));
    assert_eq!(stopped(vec![None, user, Some("user_01h455vb4pex5vsknk084sn02u")], "user"), (2, "character", 30));
    assert_eq!(stopped(vec![user, Some("team_01h455vb4pex5vsknk084sn02q")], "user").1, "prefix");
    assert_eq!(stopped(vec![user, None], ""), (0, "prefix", 0));
    assert_eq!(stopped(vec![user], "User").1, "prefix");
    // Behind the first thousand.
    let mut texts = vec![Some(TEXT); 1000];
    (texts[3], texts[999]) = (None, Some("8ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
    let (row, why) = from_text::<Ulid>(&StringArray::from(texts), "").unwrap_err();
    assert_eq!((row, why.reason()), (999, Some(Reason::Overflow)));
    let ids = FixedSizeBinaryArray::try_from_iter([[0x77; 16], [0; 16]].into_iter()).unwrap();
    assert_eq!(to_text::<Uuidv7>(&ids, "").unwrap_err().0, 0);
    let narrow = FixedSizeBinaryArray::try_from_iter([[0; 8], [0; 8]].into_iter()).unwrap();
    assert_eq!(to_text::<Ulid>(&narrow, "").unwrap_err().1.name(), "bad size");
    let numbers = UInt64Array::from(vec![Some(1), None, Some(u64::MAX)]);
    assert_eq!(to_text::<UlidFlake>(&numbers, "").unwrap_err().0, 2);
}
