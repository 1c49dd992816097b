// Answers for the npm peers; the line protocol is described in protocol.md beside this file.
// The packages are looked up from the folder named by PEERS_NODE (where install.sh put them), as an
// import would only search the folders above this file.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const home = process.env.PEERS_NODE;
const require = createRequire(join(home, 'package.json'));

const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes) => Buffer.from(bytes).toString('hex');
const dashed = (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const ensure = (right, what) => { if (!right) throw new Error(what); };

const peers = {
  ulid: (m) => ({
    encode: (_f, hex) => m.uuidToULID(dashed(hex)),
    decode: (_f, text) => m.ulidToUUID(text).replaceAll('-', '').toLowerCase(),
    checks: {
      isValid: (text) => ensure(m.isValid(text), 'isValid says no'),
      decodeTime: (text) => m.decodeTime(text),
    },
  }),
  'typeid-js': (m) => ({
    encode: (_f, hex, prefix) => m.TypeID.fromUUIDBytes(prefix, bytesOf(hex)).toString(),
    decode: (_f, text) => {
      const id = m.TypeID.fromString(text);
      return `${hexOf(id.toUUIDBytes())} ${id.getType()}`;
    },
    checks: {},
  }),
  uuid: (m) => ({
    encode: (_f, hex) => m.stringify(bytesOf(hex)),
    // The package reads every version; a reader of version 7 asks for it as its documentation shows.
    decode: (_f, text) => {
      const bytes = m.parse(text);
      ensure(m.version(text) === 7, 'another version');
      return hexOf(bytes);
    },
    checks: { validate: (text) => ensure(m.validate(text), 'validate says no') },
  }),
};

const name = process.argv[2];
let peer;
try {
  const module = await import(pathToFileURL(require.resolve(name)).href);
  const { version } = JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8'));
  peer = peers[name](module);
  console.log(`=${version}`);
} catch (error) {
  console.log(`!${String(error.message).split('\n')[0]}`);
  process.exit(0);
}

const answer = (line) => {
  const [op, what, value, prefix] = line.split('\t');
  if (op === 'e') return peer.encode(what, value, prefix);
  if (op === 'd') return peer.decode(what, value);
  if (op === 'c') { peer.checks[what](value); return 'accepts'; }
  throw new Error(`no such operation: ${op}`);
};

const lines = readFileSync(0, 'utf8').split('\n');
lines.pop(); // what follows the last newline is not a line
process.stdout.write(lines.map((line) => {
  try {
    return `=${answer(line)}\n`;
  } catch (error) {
    return `!${String(error.message).split('\n')[0]}\n`;
  }
}).join(''));
