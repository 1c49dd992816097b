// Columns of ids in JavaScript: what one id costs in each function of `batch`, with vectors and without them, in one run.
//
// usage: node bench/columns.mjs [PACKAGE…]     folders of built packages, by default build/release/js/sortid
//
// Each way has a process of its own; the ways take turns, and the least of all turns counts. The second figure of a cell is by how
// much the way is faster than the first one: so `columns.mjs OLD NEW` compares two builds.
import { execFileSync } from 'node:child_process';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [first, ...others] = process.argv.slice(2);
const count = 20_000;
const turns = 5;
const operations = ['fromText', 'fromText of strings', 'check', 'toText', 'toStrings', 'unixMs'];

async function measure(folder, vectors) {
  const load = (name) => import(pathToFileURL(join(folder, name)).href);
  if (!vectors) {
    // An engine that has none.
    const { Module } = WebAssembly;
    const { readFileSync } = await import('node:fs');
    const columns = readFileSync(join(folder, 'columns.wasm'));
    WebAssembly.Module = function (bytes) {
      if (columns.equals(bytes)) throw new WebAssembly.CompileError('no vectors');
      return new Module(bytes);
    };
  }
  const { batch, formats, Generator } = await load('node.js');
  const found = {};
  for (const { name, bits, epochUnixMs, drawn } of formats.filter(({ generated }) => generated)) {
    const made = new Generator(name, { onOverflow: 'wait', ...(drawn ? {} : { machine: 0 }) }).fill(bits === 64 ? new BigUint64Array(count) : new Uint8Array(16 * count));
    const texts = batch.toText(name, made);
    const strings = batch.toStrings(name, made);
    const into = new Uint8Array(texts.length);
    const work = {
      fromText: () => batch.fromText(name, texts), 'fromText of strings': () => batch.fromText(name, strings), check: () => batch.check(name, texts),
      toText: () => batch.toText(name, made, { into }), toStrings: () => batch.toStrings(name, made), unixMs: epochUnixMs === null ? null : () => batch.unixMs(name, made),
    };
    found[name] = operations.map((operation) => {
      let least = Infinity;
      for (let i = 0; work[operation] && i < 30; ++i) {
        const begin = performance.now();
        work[operation]();
        least = Math.min(least, performance.now() - begin);
      }
      return work[operation] ? (least * 1e6) / count : null;
    });
  }
  console.log(JSON.stringify(found));
}

if (first === '--one') {
  await measure(others[0], others[1] === 'vectors');
} else {
  const here = fileURLToPath(import.meta.url);
  const { existsSync } = await import('node:fs');
  const folders = (first === undefined ? [join(dirname(here), '../build/release/js/sortid')] : [first, ...others]).map((folder) => resolve(folder));
  const ways = folders.flatMap((folder) => (existsSync(join(folder, 'columns.wasm')) ? ['scalar', 'vectors'] : ['vectors']).map((how) => ({ folder, how })));
  for (let turn = 0; turn < turns; ++turn) {
    for (const way of ways) {
      const found = JSON.parse(execFileSync(process.execPath, [here, '--one', way.folder, way.how], { encoding: 'utf8' }));
      way.least ??= found;
      for (const [name, row] of Object.entries(found)) way.least[name] = row.map((ns, i) => (ns === null ? null : Math.min(ns, way.least[name][i])));
    }
  }
  console.log(['ns an id'.padEnd(20), 'way'.padEnd(24), ...operations.map((operation) => operation.padStart(21))].join(''));
  for (const name of Object.keys(ways[0].least)) {
    for (const { folder, how, least } of ways) {
      const cells = least[name].map((ns, i) => (ns === null ? '–' : `${ns.toFixed(1)} ×${(ways[0].least[name][i] / ns).toFixed(1)}`).padStart(21));
      const isOld = !existsSync(join(folder, 'columns.wasm'));
      console.log([name.padEnd(20), `${isOld ? 'before' : how}${folders.length > 2 ? ` ${basename(folder)}` : ''}`.padEnd(24), ...cells].join(''));
    }
  }
}
