// Makes ids with a library for JavaScript: node makers.mjs NAME FOLDER reads `ids N` a line and answers with a JSON list of lists.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [name, folder] = process.argv.slice(2);
const load = (from) => import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(from)).href);
const makers = {
  ulid: async () => (await load('ulid')).ulid,
  'ulid, monotonicFactory': async () => (await load('ulid')).monotonicFactory(),
  ulidx: async () => (await load('ulidx')).ulid,
  id128: async () => { const { Ulid } = (await load('id128')).default; return () => Ulid.generate().toCanonical(); },
  'id128, UlidMonotonic': async () => { const { UlidMonotonic: of } = (await load('id128')).default; return () => of.generate().toCanonical(); },
  'typeid-js': async () => { const { typeid } = await load('typeid-js'); return () => typeid().toString(); },
  uuid: async () => (await load('uuid')).v7,
  uuidv7: async () => (await load('uuidv7')).uuidv7,
  'uuidv7-js': async () => (await load('uuidv7-js')).uuidv7,
  'sortid for JavaScript': async () => (await import(pathToFileURL(join(folder, 'node.js')).href)).ulid,
  'crypto.randomUUID': async () => () => globalThis.crypto.randomUUID(),
};
const make = await makers[name]();

for await (const line of createInterface({ input: process.stdin })) {
  const count = Number(line.split(' ')[1]);
  console.log(JSON.stringify([Array.from({ length: count }, () => make())]));
}
