// sortid for JavaScript: node adapter.mjs [FOLDER OF THE PACKAGE]
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const sortid = await import(process.argv[2] ? pathToFileURL(`${process.argv[2]}/node.js`).href : 'sortid');
const { Generator, GeneratorError, range, SortidError, version } = sortid;

const typeOf = Object.fromEntries(sortid.formats.map((format) => [format.name, sortid[format.className]]));

// The generator draws two words, or one; each is in the host's order.
const drawInto = (bytes, bits) => {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = bytes.length - 8, rest = BigInt(`0x${bits}`); at >= 0; at -= 8, rest >>= 64n) words.setBigUint64(at, BigInt.asUintN(64, rest), true);
};

const next = ({ format, clock, random }) => {
  const draws = random.values();
  let instant, last, bits;
  const values = [];
  const ids = new Generator(format, { clock: () => instant, entropy: (bytes) => drawInto(bytes, bits) });
  try {
    for (instant of clock.map(Number)) {
      if (last === undefined || instant > last) [last, bits] = [instant, draws.next().value];
      values.push(typeOf[format].parse(ids.next()).hex);
    }
  } catch (error) {
    if (!(error instanceof GeneratorError)) throw error;
    return { values, error: true };
  }
  return { values };
};

const answers = {
  about: () => ({ name: 'sortid', version, language: 'JavaScript' }),
  parse: ({ format, text, bytes }, lenient = false) => {
    const { hex, prefix } = typeOf[format].parse(text ?? Uint8Array.from(Buffer.from(bytes, 'hex')), { lenient });
    return { value: hex, prefix };
  },
  lenient: (asked) => answers.parse(asked, true),
  text: ({ format, value, prefix, check }) =>
    check ? { unsupported: true } : { text: typeOf[format].fromHex(value, { prefix }).text },
  fields: ({ format, value }) => ({
    fields: Object.fromEntries(Object.entries(typeOf[format].fromHex(value).fields).map(([k, v]) => [k, v === null ? null : `${v}`])),
  }),
  time: ({ format, value }) => ({ unix_ms: typeOf[format].fromHex(value).unixMs }),
  bounds: ({ format, from_ms: from, to_ms: to }) => edges(format, { from: BigInt(from), to: BigInt(to) }),
  prefix_bounds: ({ format, text, bytes }) =>
    text === undefined ? { unsupported: true } : edges(format, { textPrefix: text }),
  order: ({ format, texts }) => ({ texts: texts.map((text) => typeOf[format].parse(text)).sort((a, b) => a.compare(b)).map(String) }),
  convert: ({ format, text, to }) => {
    const id = typeOf[format].parse(text);
    return { text: to === 'int' ? `${id.value}` : id.uuid };
  },
  next,
};

const edges = (format, of) => {
  const { first, last } = range(format, of);
  return { first: typeOf[format].parse(first).hex, last: typeOf[format].parse(last).hex };
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let answer;
  try {
    answer = answers[asked.op]?.(asked) ?? { unsupported: true };
  } catch (error) {
    if (!(error instanceof SortidError)) process.stderr.write(`${error.stack}\n`);
    answer = { error: error.reason ?? true, position: error.position };
  }
  console.log(JSON.stringify({ id: asked.id, ...answer }));
}
