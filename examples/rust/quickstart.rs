use sortid::{Error, Generator, TypeId, Ulid, Uuid};

fn main() -> Result<(), Error> {
    // [quickstart]
    let id = Ulid::new(); // each is greater than the one before
    println!("{id} was made at {} ms", id.unix_ms());

    let user = TypeId::new("user")?;
    println!("{user} is the UUID {}", user.convert::<Uuid>()?);

    let why = "01ARZ3NDEKTSV4RRFFQ69G5FAU".parse::<Ulid>().unwrap_err();
    println!("{why}: {}, {}", why.name(), why.position()); // 'U' at position 25 is not a symbol of ulid: character, 25
    // [/quickstart]

    // [range]
    let (first, last) = Ulid::between(1_767_225_600_000, 1_769_904_000_000)?; // BETWEEN first AND last
    assert!(first < last && Ulid::first_at(first.unix_ms()) == Ok(first));
    // [/range]

    // [generator]
    let mut ids = Generator::<Ulid>::new()?; // an order of its own; ProcessGenerator has one for all threads
    let mut column = [Ulid::min(); 1000];
    ids.fill(&mut column).map_err(|(_, why)| why)?;
    assert!(column.last() < Some(&ids.next()?));
    // [/generator]
    Ok(())
}
