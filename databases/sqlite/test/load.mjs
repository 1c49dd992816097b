// Loads the extension that is named and prints one new ULID and the time of a known one, by each SQLite that this Node.js has.
const [module, ...names] = process.argv.slice(2);
for (const name of names) {
  const { DatabaseSync } = await import(name);
  const db = new DatabaseSync(':memory:', { allowExtension: true });
  db.enableLoadExtension(true);
  db.loadExtension(module);
  // Integers of 64 bits are no numbers of JavaScript's.
  const integers = db.prepare('SELECT xid_int() AS int');
  integers.setReadBigInts(true);
  const int = typeof integers.get().int;
  const row = db.prepare("SELECT ulid() AS id, ulid_time('01ARZ3NDEKTSV4RRFFQ69G5FAV') AS time").get();
  let rejected = '';
  try {
    db.prepare("SELECT ulid('x')").get();
  } catch (error) {
    rejected = error.message;
  }
  console.log(JSON.stringify({ name, ...row, int, rejected }));
}
