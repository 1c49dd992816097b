// Times the npm peers, and sortid's own package beside them, and puts all to the tests; prints JSON lines. The operations, the
// tests and the shape of a line are described in run.py, the folder above. The packages are looked up from the working folder,
// where run.py put them; sortid's where the build leaves it. No fork here: Node.js has none.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const count = 4096;
const home = process.cwd();
const own = new URL('../../../build/release/js/sortid/', import.meta.url).pathname;
const require = createRequire(join(home, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const [repetitions, least] = process.argv.slice(2, 4).map(Number);
const junk = readFileSync(process.argv[4], 'utf8').trimEnd().split('\n').map((line) => line.split('\t'));

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

const versionIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
function row(name, peer, note, pass, found) {
  const version = versionIn(peer === 'sortid (npm)' ? own : join(home, 'node_modules', peer));
  console.log(JSON.stringify({ bench: name, peer, version, language: 'JavaScript', ns_per_id: nsPerId(pass), note, ...found }));
}
function accepts(operation, text) {
  try {
    operation(text);
    return true;
  } catch {
    return false;
  }
}
function parse(name, peer, note, list, operation) {
  const texts = junk.filter(([format]) => format === name.split('/')[1]);
  const taken = texts.filter(([, , hex]) => accepts(operation, Buffer.from(hex, 'hex').toString()));
  row(name, peer, note, each(list, operation), { takes: [...new Set(taken.map(([, reason]) => reason))].sort() });
}
// `text` gives a new id the form in which ids are compared.
function fresh(name, peer, note, make, text = String) {
  let disorder = 0;
  for (let i = 0, last = ''; i < 16 * count; ++i) {
    const next = text(make());
    if (next <= last) ++disorder;
    last = next;
  }
  row(name, peer, note, times(make), { disorder });
}

const each = (list, operation) => () => { for (const one of list) sink = operation(one); };
const times = (operation) => () => { for (let i = 0; i < count; ++i) sink = operation(); };

const ulid = await load('ulid');
fresh('new/ulid/increasing', 'ulid', 'monotonicFactory; makes the text', ulid.monotonicFactory());
fresh('new/ulid/random', 'ulid', 'ulid(); makes the text', () => ulid.ulid());

const uuid = await load('uuid');
const bytes = Array.from({ length: count }, () => uuid.v7({}, new Uint8Array(16)));
const texts = bytes.map((id) => uuid.stringify(id));
const buffer = new Uint8Array(16);
row('one/uuidv7/to_text', 'uuid', 'stringify', each(bytes, (id) => uuid.stringify(id)));
parse('one/uuidv7/parse', 'uuid', 'parse; takes other versions too', texts, (text) => uuid.parse(text));
fresh('new/uuidv7/increasing', 'uuid', 'v7, bytes to a buffer', () => uuid.v7(undefined, buffer), (id) => uuid.stringify(id));
fresh('new/uuidv7/random', 'uuid', 'v7 without its state, bytes to a buffer', () => uuid.v7({}, buffer),
  (id) => uuid.stringify(id));

const { UUID, V7Generator } = await load('uuidv7');
const ids = bytes.map((id) => UUID.ofInner(id));
const generator = new V7Generator();
row('one/uuidv7/to_text', 'uuidv7', 'toString', each(ids, (id) => id.toString()));
parse('one/uuidv7/parse', 'uuidv7', 'parse; takes other notations and versions too', texts, (text) => UUID.parse(text));
fresh('new/uuidv7/increasing', 'uuidv7', 'V7Generator', () => generator.generate());

const { TypeID, typeid } = await load('typeid-js');
const suffixes = bytes.map((id) => TypeID.fromUUIDBytes('', id).toString());
row('one/typeid/to_text', 'typeid-js', 'no prefix; from the UUID\'s bytes',
  each(bytes, (id) => TypeID.fromUUIDBytes('', id).toString()));
parse('one/typeid/parse', 'typeid-js', 'no prefix; fromString, toUUIDBytes', suffixes,
  (text) => TypeID.fromString(text).toUUIDBytes());
fresh('new/typeid/increasing', 'typeid-js', 'makes the text too', () => typeid());

if (existsSync(join(own, 'sortid.wasm'))) {
  const sortid = await import(pathToFileURL(join(own, 'node.js')).href);
  const ours = 'sortid (npm)';
  for (const { name, className, functionName } of sortid.formats.filter((format) => ['ulid', 'typeid', 'uuidv7'].includes(format.name))) {
    const Class = sortid[className];
    const made = new sortid.Generator(name, { onOverflow: 'wait' });
    const values = made.many(count).map((text) => Class.parse(text).bytes);
    const written = values.map((value) => Class.fromBytes(value).text);
    row(`one/${name}/to_text`, ours, 'fromBytes, text', each(values, (value) => Class.fromBytes(value).text));
    parse(`one/${name}/parse`, ours, 'parse, bytes', written, (text) => Class.parse(text).bytes);
    fresh(`new/${name}/increasing`, ours, `${functionName}(); makes the text`, () => made.next());
    fresh(`new/${name}/random`, ours, 'random; makes the text', () => made.random());
  }

  // What ulid and typeid-js offer, each beside what a user of sortid would write for it.
  const shared = (name, note, mine, peer, call, theirs) => {
    row(`js/${name}`, ours, note, mine);
    row(`js/${name}`, peer, call, theirs);
  };
  const { ULID, TypeID: OurTypeID } = sortid;
  const at = Date.now();
  const monotonic = ulid.monotonicFactory();
  const ulids = Array.from({ length: count }, () => ulid.ulid());
  const uuids = ulids.map(ulid.ulidToUUID);
  shared('ulid/new, increasing', 'ulid()', times(() => sortid.ulid()), 'ulid', 'monotonicFactory()()', times(() => monotonic()));
  shared('ulid/new, random', 'ulid({ random: true })', times(() => sortid.ulid({ random: true })), 'ulid', 'ulid()', times(() => ulid.ulid()));
  shared('ulid/new, of an instant', 'ulid({ at })', times(() => sortid.ulid({ at })), 'ulid', 'ulid(ms)', times(() => ulid.ulid(at)));
  shared('ulid/check', 'ULID.isValid', each(ulids, (text) => ULID.isValid(text)), 'ulid', 'isValid', each(ulids, ulid.isValid));
  shared('ulid/time', 'ULID.parse().unixMs', each(ulids, (text) => ULID.parse(text).unixMs), 'ulid', 'decodeTime', each(ulids, ulid.decodeTime));
  shared('ulid/to UUID', 'ULID.parse().uuid', each(ulids, (text) => ULID.parse(text).uuid), 'ulid', 'ulidToUUID', each(ulids, ulid.ulidToUUID));
  shared('ulid/from UUID', 'ULID.fromUUID().text', each(uuids, (text) => ULID.fromUUID(text).text), 'ulid', 'uuidToULID', each(uuids, ulid.uuidToULID));

  const users = bytes.map((id) => TypeID.fromUUIDBytes('user', id).toString());
  const theirIds = users.map((text) => TypeID.fromString(text));
  const ourIds = users.map((text) => OurTypeID.parse(text));
  const from = (name, mine, ours_, peer, theirs, list) => shared(name, mine, each(list, ours_), 'typeid-js', peer, each(list, theirs));
  shared('typeid/new', "typeid('user')", times(() => sortid.typeid('user')), 'typeid-js', "typeid('user').toString()",
    times(() => typeid('user').toString()));
  shared('typeid/new, an object', "new TypeID({ prefix: 'user' })", times(() => new OurTypeID({ prefix: 'user' })), 'typeid-js', "typeid('user')",
    times(() => typeid('user')));
  from('typeid/read', 'TypeID.parse', (text) => OurTypeID.parse(text), 'fromString', (text) => TypeID.fromString(text), users);
  from('typeid/read, of a type', "parse(…, { prefix: 'user' })", (text) => OurTypeID.parse(text, { prefix: 'user' }), "fromString(…, 'user')",
    (text) => TypeID.fromString(text, 'user'), users);
  from('typeid/to UUID', 'parse().uuid', (text) => OurTypeID.parse(text).uuid, 'fromString().toUUID()', (text) => TypeID.fromString(text).toUUID(), users);
  from('typeid/to bytes', 'parse().bytes', (text) => OurTypeID.parse(text).bytes, 'fromString().toUUIDBytes()',
    (text) => TypeID.fromString(text).toUUIDBytes(), users);
  from('typeid/from UUID', 'fromUUID().text', (text) => OurTypeID.fromUUID(text, { prefix: 'user' }).text, 'fromUUID().toString()',
    (text) => TypeID.fromUUID('user', text).toString(), texts);
  from('typeid/from bytes', 'fromBytes().text', (id) => OurTypeID.fromBytes(id, { prefix: 'user' }).text, 'fromUUIDBytes().toString()',
    (id) => TypeID.fromUUIDBytes('user', id).toString(), bytes);
  shared('typeid/text of an object', 'toString()', each(ourIds, (id) => id.toString()), 'typeid-js', 'toString()', each(theirIds, (id) => id.toString()));
  shared('typeid/type of an object', 'prefix', each(ourIds, (id) => id.prefix), 'typeid-js', 'getType()', each(theirIds, (id) => id.getType()));
}
