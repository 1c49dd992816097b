// Published libraries for JavaScript: node node.mjs NAME FOLDER, with the library in FOLDER/node_modules.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [name, folder] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes) => Buffer.from(bytes).toString('hex');
const dashed = (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const bare = (uuid) => uuid.replaceAll('-', '').toLowerCase();
const ensure = (right) => { if (!right) throw new Error('rejected'); };

// A source of numbers below 1, from which `ulid` takes a symbol each, the last symbol first.
const symbolsOf = (bits) => {
  let rest = BigInt(`0x${bits}`);
  return () => {
    const symbol = Number(rest & 31n);
    rest >>= 5n;
    return symbol / 32;
  };
};
const monotonic = (m) => ({ clock, random }) => {
  const draws = random.values();
  let symbol, last;
  const next = m.monotonicFactory(() => symbol());
  const values = [];
  for (const ms of clock.map(Number)) {
    if (last === undefined || ms > last) [last, symbol] = [ms, symbolsOf(draws.next().value)];
    try { values.push(bare(m.ulidToUUID(next(ms)))); } catch { return { values, error: true }; }
  }
  return { values };
};

// Each gives, for each of its formats, functions by operation; values are hex digits, errors are thrown.
const ulid = (m) => ({ ulid: {
  parse: (text) => bare(m.ulidToUUID(text)),
  text: (value) => m.uuidToULID(dashed(value)),
  time: (value) => m.decodeTime(m.uuidToULID(dashed(value))),
  uuid: (text) => m.ulidToUUID(text).toLowerCase(),
  next: monotonic(m),
} });
// RFC 9562 leaves the case of written digits open.
const id128 = (of, cased = (text) => text) => ({
  parse: (text) => hexOf(of.fromCanonical(text).bytes),
  text: (value) => cased(of.fromRaw(value).toCanonical()),
  time: of.name === 'Ulid' ? (value) => of.fromRaw(value).time.getTime() : undefined,
  order: (texts) => texts.map((text) => of.fromCanonical(text)).sort((a, b) => of.compare(a, b)).map((id) => cased(id.toCanonical())),
});
const libraries = {
  ulid,
  ulidx: ulid,
  id128: ({ default: m }) => ({ ulid: id128(m.Ulid), uuid: id128(m.Uuid, (text) => text.toLowerCase()) }),
  'typeid-js': (m) => ({ typeid: {
    parse: (text) => {
      const id = m.TypeID.fromString(text);
      return { value: hexOf(id.toUUIDBytes()), prefix: id.getType() };
    },
    text: (value, prefix = '') => m.TypeID.fromUUIDBytes(prefix, bytesOf(value)).toString(),
    uuid: (text) => m.TypeID.fromString(text).toUUID(),
  } }),
  uuid: (m) => ({ uuid: { parse: (text) => hexOf(m.parse(text)), text: (value) => m.stringify(bytesOf(value)) } }),
  uuidv7: (m) => ({
    uuid: {
      parse: (text) => m.UUID.parse(text).toHex(),
      text: (value) => m.UUID.ofInner(bytesOf(value)).toString(),
      order: (texts) => texts.map((text) => m.UUID.parse(text)).sort((a, b) => a.compareTo(b)).map(String),
    },
    uuidv7: { next: ({ clock, random }) => ({ values: clock.map((ms, i) => {
      const bits = BigInt(`0x${random[i]}`);
      const [randA, high, low] = [bits >> 64n & 0xFFFn, bits >> 32n & 0x3FFFFFFFn, bits & 0xFFFFFFFFn].map(Number);
      return m.UUID.fromFieldsV7(Number(ms), randA, high, low).toHex();
    }) }) },
  }),
  'uuidv7-js': (m) => ({ uuidv7: {
    parse: (text) => { ensure(m.UUIDv7.isValid(text)); return bare(text); },
    time: (value) => m.UUIDv7.timestamp(dashed(value)),
  } }),
  uuidjs: (m) => ({ uuid: {
    parse: (text) => { const id = m.UUID.parse(text); ensure(id); return bare(id.hexString); },
  } }),
  'pure-uuid': ({ default: UUID }) => ({ uuid: {
    parse: (text) => hexOf([...new UUID(4).parse(text)]),
    text: (value) => new UUID(4).import([...bytesOf(value)]).format(),
    order: (texts) => texts.map((text) => new UUID(4).parse(text)).sort((a, b) => a.compare(b)).map((id) => id.format()),
  } }),
  'uuid-tool': ({ default: m }) => ({ uuid: {
    parse: (text) => { ensure(m.UuidTool.isUuid(text)); return hexOf(m.UuidTool.toBytes(text)); },
    text: (value) => m.UuidTool.toString([...bytesOf(value)]),
  } }),
  'uuid-1345': ({ default: UUID }) => ({ uuid: {
    parse: (text) => { ensure(UUID.check(text)); return hexOf(UUID.parse(text)); },
    text: (value) => UUID.stringify(Buffer.from(value, 'hex')),
  } }),
};

const module = await import(pathToFileURL(require.resolve(name)).href);
const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
const library = libraries[name](module);

const answerTo = (asked) => {
  if (asked.op === 'about') return { name, version, language: 'JavaScript' };
  const call = library[asked.format]?.[asked.op === 'convert' ? asked.to : asked.op];
  if (!call || 'bytes' in asked || 'check' in asked) return { unsupported: true };
  switch (asked.op) {
    case 'parse': { const read = call(asked.text); return typeof read === 'string' ? { value: read } : read; }
    case 'text': return { text: call(asked.value, asked.prefix) };
    case 'time': return { unix_ms: call(asked.value) };
    case 'order': return { texts: call(asked.texts) };
    case 'next': return call(asked);
    default: return { text: call(asked.text) };
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let answer;
  try {
    answer = answerTo(asked);
  } catch {
    answer = { error: true };
  }
  console.log(JSON.stringify({ id: asked.id, ...answer }));
}
