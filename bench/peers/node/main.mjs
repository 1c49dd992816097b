// Times the npm peers; prints JSON lines. The operations and the shape of a line are described in run.py, the folder
// above. The packages are looked up from the working folder, where run.py put them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const count = 4096;
const home = process.cwd();
const require = createRequire(join(home, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const [repetitions, least] = process.argv.slice(2).map(Number);

let sink;
// The fastest repetition of `pass`, which handles `count` ids, per id.
function nsPerId(pass) {
  let best = Infinity;
  for (let i = 0; i < repetitions; ++i) {
    let passes = 0;
    let spent = 0;
    for (const start = performance.now(); passes === 0 || spent < least; ++passes) {
      pass();
      spent = performance.now() - start;
    }
    best = Math.min(best, (spent * 1e6) / passes / count);
  }
  return best;
}

function bench(name, peer, note, pass) {
  const { version } = JSON.parse(readFileSync(join(home, 'node_modules', peer, 'package.json'), 'utf8'));
  console.log(JSON.stringify({ bench: name, peer, version, language: 'JavaScript', ns_per_id: nsPerId(pass), note }));
}

const each = (list, operation) => () => { for (const one of list) sink = operation(one); };
const times = (operation) => () => { for (let i = 0; i < count; ++i) sink = operation(); };

const ulid = await load('ulid');
bench('new/ulid/increasing', 'ulid', 'monotonicFactory; makes the text', times(ulid.monotonicFactory()));
bench('new/ulid/random', 'ulid', 'ulid(); makes the text', times(ulid.ulid));

const uuid = await load('uuid');
const bytes = Array.from({ length: count }, () => uuid.v7({}, new Uint8Array(16)));
const texts = bytes.map((id) => uuid.stringify(id));
const buffer = new Uint8Array(16);
bench('one/uuidv7/to_text', 'uuid', 'stringify', each(bytes, (id) => uuid.stringify(id)));
bench('one/uuidv7/parse', 'uuid', 'parse; takes other versions too', each(texts, uuid.parse));
bench('new/uuidv7/increasing', 'uuid', 'v7, bytes to a buffer', times(() => uuid.v7(undefined, buffer)));
bench('new/uuidv7/random', 'uuid', 'v7 without its state, bytes to a buffer', times(() => uuid.v7({}, buffer)));

const { UUID, V7Generator } = await load('uuidv7');
const ids = bytes.map((id) => UUID.ofInner(id));
const generator = new V7Generator();
bench('one/uuidv7/to_text', 'uuidv7', 'toString', each(ids, (id) => id.toString()));
bench('one/uuidv7/parse', 'uuidv7', 'parse; takes other notations and versions too', each(texts, (text) => UUID.parse(text)));
bench('new/uuidv7/increasing', 'uuidv7', 'V7Generator', times(() => generator.generate()));

const { TypeID, typeid } = await load('typeid-js');
const suffixes = bytes.map((id) => TypeID.fromUUIDBytes('', id).toString());
bench('one/typeid/to_text', 'typeid-js', 'no prefix; from the UUID\'s bytes',
  each(bytes, (id) => TypeID.fromUUIDBytes('', id).toString()));
bench('one/typeid/parse', 'typeid-js', 'no prefix; fromString, toUUIDBytes',
  each(suffixes, (text) => TypeID.fromString(text).toUUIDBytes()));
bench('new/typeid/increasing', 'typeid-js', 'makes the text too', times(() => typeid()));
