// Loads the extension that is named, and prints what it says of a few ids.
import { DuckDBInstance } from '@duckdb/node-api';

const [extension] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { allow_unsigned_extensions: 'true' });
const connection = await instance.connect();
await connection.run(`LOAD '${extension}'`);
const read = await connection.runAndReadAll(`SELECT ulid_is_valid(ulid()) AS made,
  ulid_ms('01ARZ3NDEKTSV4RRFFQ69G5FAV')::VARCHAR AS ms, typeid_prefix(typeid('user')) AS prefix,
  (SELECT count(DISTINCT id)::INT FROM id_generate('xid', 10000)) AS distinct`);
let rejected = '';
try {
  await connection.run("SELECT ulid_uuid('x')");
} catch (error) {
  rejected = error.message;
}
console.log(JSON.stringify({ ...read.getRowObjectsJson()[0], rejected }));
