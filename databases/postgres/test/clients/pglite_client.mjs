// PGlite, which is PostgreSQL as WebAssembly: the edition in plain SQL loads there, and reads and writes the vectors.
// usage: node pglite_client.mjs FOLDER-OF-VECTORS sortid_pure.sql
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const { PGlite } = createRequire(path.join(process.env.SORTID_NODE_MODULES, "here"))("@electric-sql/pglite");
const [folder, script] = process.argv.slice(2);
const vectors = (format) => JSON.parse(fs.readFileSync(path.join(folder, `${format}.json`), "utf8"));
const names = { ulid: "uuid", euid: "uuid", typeid: "uuid", "ulid-flake": "bigint", "ulid-flake-scalable": "bigint", uid11: "bigint" };

const base = await PGlite.create();
await base.exec(fs.readFileSync(script, "utf8"));
await base.exec("SET search_path = sortid");
const value = async (sql, given) => Object.values((await base.query(sql, given)).rows[0])[0];
let checked = 0;
for (const [format, type] of Object.entries(names)) {
  const name = format.replaceAll("-", "_");
  const back = `${type}_to_${name}(${format === "typeid" ? "$2, " : ""}$1::${type})`;
  const { valid, invalid } = vectors(format);
  for (const { text, hex, canonical = text, prefix } of valid) {
    if (text === undefined) continue;
    const stored = String(await value(`SELECT ${name}_to_${type}($1)::text`, [text]));
    assert.equal(type === "uuid" ? stored.replaceAll("-", "") : BigInt.asUintN(64, BigInt(stored)).toString(16).padStart(16, "0"), hex, text);
    assert.equal(await value(`SELECT ${back}`, format === "typeid" ? [stored, prefix ?? ""] : [stored]), canonical);
    checked++;
  }
  for (const { text, reason, position } of invalid) {
    if (text === undefined || text.includes("\0")) continue;
    await assert.rejects(base.query(`SELECT ${name}_to_${type}($1)`, [text]), (error) => {
      assert.match(error.detail ?? "", new RegExp(`^${reason} at position ${position}\\b`), `${format} ${text}`);
      return true;
    });
    checked++;
  }
}
const made = (await base.query("SELECT ulid_generate() AS id FROM generate_series(1, 100)")).rows.map(({ id }) => id);
assert.equal(new Set(made).size, 100);
await base.close();
console.log(`PGlite: ${checked} ids`);
