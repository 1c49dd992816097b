use arrow_array::StringArray;
use sortid::{arrow, TypeId, Ulid};
use sqlx::{Connection, Row, SqliteConnection};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // [sqlx]
    let mut database = SqliteConnection::connect("sqlite::memory:").await?;
    sqlx::raw_sql("CREATE TABLE orders (id TEXT PRIMARY KEY, user_id TEXT)").execute(&mut database).await?;

    let (id, user) = (Ulid::new(), Some(TypeId::new("user")?)); // None is NULL
    sqlx::query("INSERT INTO orders VALUES (?, ?)").bind(id).bind(user).execute(&mut database).await?;

    let (first, last) = (Ulid::first_at(id.unix_ms())?, Ulid::last_at(id.unix_ms())?);
    let made = sqlx::query("SELECT id, user_id FROM orders WHERE id BETWEEN ? AND ?").bind(first).bind(last);
    let row = made.fetch_one(&mut database).await?;
    assert!(row.try_get::<Ulid, _>("id")? == id && row.try_get::<Option<TypeId>, _>("user_id")? == user);
    // [/sqlx]

    // [arrow]
    let texts = StringArray::from(vec![Some("01ARZ3NDEKTSV4RRFFQ69G5FAV"), None, Some("01ARZ3NDEKTSV4RRFFQ69G5FAU")]);
    let (row, why) = arrow::from_text::<Ulid>(&texts, "").unwrap_err();
    assert_eq!((row, why.position()), (2, 25));

    let ids = arrow::from_text::<Ulid>(&texts.slice(0, 2), "").map_err(|(_, why)| why)?; // a FixedSizeBinaryArray
    assert_eq!(arrow::to_text::<Ulid>(&ids, ""), Ok(texts.slice(0, 2)));
    // [/arrow]
    Ok(())
}
