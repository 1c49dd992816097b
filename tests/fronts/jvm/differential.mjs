// usage: node differential.mjs MODULE.wasm TEXTS STEPS SEED
// Calls of the C ABI in Node.js's WebAssembly, drawn by the seed, and sums of the memory: Differential.java makes the same ones.
import { readFileSync } from 'node:fs';

const [module, texts, steps, seed] = process.argv.slice(2);
let state = Number(seed) >>> 0;
const draw = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state >>> 8) % below;
};
let memory;
const host = {
  now: () => 1700000000000n + BigInt(draw(3)),
  pause: (us) => us,
  entropy: (at, size) => {
    for (let i = 0; i < size; ++i) memory()[at + i] = draw(256);
    return 1;
  },
};
const { instance } = await WebAssembly.instantiate(readFileSync(module), { host });
const wasm = instance.exports;
wasm._initialize?.();
memory = () => new Uint8Array(wasm.memory.buffer);
const word = (at) => new DataView(wasm.memory.buffer).getUint32(at, true);

const lines = readFileSync(texts, 'latin1').split('\n').slice(0, -1);
const [input, id, error, out] = [256, 88, 28, 4096].map((size) => wasm.malloc(size));
let generator = 0;
for (let step = 0; step < Number(steps); ++step) {
  const text = Buffer.from(lines[draw(lines.length)], 'latin1');
  for (let changes = draw(3); changes > 0 && text.length > 0; --changes) text[draw(text.length)] = draw(256);
  const size = text.length - (draw(8) === 0 && text.length > 0 ? 1 : 0);
  memory().set(text.subarray(0, size), input);
  const format = 1 + draw(12);
  let status = draw(2) === 0 ? wasm.sortid_parse(format, input, size, id, error) : wasm.sortid_parse_lenient(format, input, size, id, out, error);
  if (status !== 0) wasm.sortid_message(error, out, 192, 0);
  if (status !== 0) status = wasm.sortid_parse_any(input, size, id, error);
  if (status === 0) {
    wasm.sortid_to_text(id, out, 91, error);
    wasm.sortid_fields(id, out + 128, 16, out);
    wasm.sortid_convert(id, 1 + draw(12), id, error);
  }
  wasm.sortid_find(input, size, 0, 0, out, 4, out + 2048);
  wasm.sortid_looks_like(input, size, 1700000000000n, out, 8, out + 2048);
  const timed = 1 + draw(12);
  wasm.sortid_first_at(timed, 1600000000000n + BigInt(draw(1 << 24)), 0, out, error);
  for (let i = 0; i < 16; ++i) memory()[out + 2048 + i] = i === 3 || i === 11 ? draw(64) : 0;
  const format2 = 1 + draw(12);
  wasm.sortid_ids_between_instants(format2, draw(2) * (out + 2048), 0, 0, out, out + 88, error);
  if (step % 64 === 0) {
    memory().fill(0, out, out + 80);
    memory()[out] = 80;
    memory()[out + 4] = 1 + draw(12);
    memory()[out + 12] = draw(3);
    generator = wasm.sortid_generator_create(out, out + 128, error) === 0 ? word(out + 128) : 0;
  }
  if (generator !== 0) wasm.sortid_generator_next(generator, id, error);
  if (step % 500 === 499) {
    let sum = 0x811c9dc5;
    for (const each of memory()) sum = Math.imul(sum ^ each, 16777619);
    console.log(step, sum >>> 0);
  }
}
