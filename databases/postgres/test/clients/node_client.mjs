// node-postgres: ids as texts and as bytes, there and back, arrays, and how a bad one is rejected.
// usage: node node_client.mjs FOLDER-OF-VECTORS    (PGHOST and the like name the server)
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

// Packages are looked for where they are installed, which is beside the build and not beside this file.
const pg = createRequire(path.join(process.env.SORTID_NODE_MODULES, "here"))("pg");
const vectors = (format) => JSON.parse(fs.readFileSync(path.join(process.argv[2], `${format}.json`), "utf8"));
const types = { ulid: "ulid", euid: "euid", "ulid-flake": "ulid_flake", "ulid-flake-scalable": "ulid_flake_scalable", xid: "uid11", typeid: "typeid" };

const client = new pg.Client();
await client.connect();
let checked = 0;

for (const [format, type] of Object.entries(types)) {
  const { valid, invalid } = vectors(format);
  for (const { text, hex, canonical = text, prefix } of valid) {
    if (text === undefined) continue;
    const bytes = Buffer.concat([Buffer.from(hex, "hex"), Buffer.from(type === "typeid" ? prefix ?? "" : "")]);
    const asText = await client.query(`SELECT $1::${type} AS id, ARRAY[$1::${type}] AS ids`, [text]);
    assert.equal(asText.rows[0].id, canonical);
    // An array of a type that the driver does not know is its text.
    assert.equal(asText.rows[0].ids, `{${canonical}}`);
    const fromBytes = await client.query(`SELECT $1::${type} AS id`, [bytes]); // a Buffer goes in binary
    assert.equal(fromBytes.rows[0].id, canonical);
    // node-postgres reads every result as a text; what bytea holds arrives whole.
    const asBytes = await client.query(`SELECT ${type}_send($1::${type}) AS id`, [text]);
    assert.deepEqual(asBytes.rows[0].id, bytes);
    checked++;
  }
  const texts = valid.slice(0, 20).flatMap(({ text }) => (text === undefined ? [] : [text]));
  const found = await client.query(`SELECT count(*)::int AS n FROM unnest($1::${type}[]) id WHERE id = ANY ($1)`, [texts]);
  assert.equal(found.rows[0].n, texts.length);
  for (const { text, reason, position } of invalid) {
    if (text === undefined || text.includes("\0")) continue; // not UTF-8, or what no text of PostgreSQL can hold
    await assert.rejects(client.query(`SELECT $1::${type}`, [text]), (error) => {
      assert.equal(error.code, "22P02", text);
      assert.match(error.detail, new RegExp(`^${reason} at position ${position}\\b`), text);
      return true;
    });
    checked++;
  }
}

await client.query("CREATE TEMP TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), note text)");
const { rows: made } = await client.query("INSERT INTO orders (note) SELECT 'a' FROM generate_series(1, 100) RETURNING id");
assert.deepEqual(made.map(({ id }) => id), made.map(({ id }) => id).sort());
const { rows: [{ n }] } = await client.query("SELECT count(*)::int AS n FROM orders WHERE id <@ tstzrange($1, $2)",
  [new Date(Date.now() - 3600e3), new Date(Date.now() + 3600e3)]);
assert.equal(n, 100);
await client.end();
console.log(`node-postgres: ${checked} ids`);
