// The package in the bundlers, test runners and runtimes of others: each takes the entry that it finds by itself.
// Everything runs in build/js-deep (run.sh), under a Node of its own where there is one.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const { SORTID_JS: built, SORTID_DEEP: home } = process.env;
const modules = join(home, 'node_modules');
const scratch = mkdtempSync(join(home, 'run-'));
const load = createRequire(join(home, 'from.js'));
const imported = (name) => import(pathToFileURL(load.resolve(name)).href);
const run = promisify(execFile);
const words = { cwd: scratch, encoding: 'utf8', timeout: 120_000, env: { ...process.env, NO_COLOR: '1', CI: '1' } };
const node = async (...args) => (await run(process.execPath, args, words)).stdout.trim();

const answer = '[26,"user_","2016-07-30T23:54:10.259Z","overflow",true,2,"07ATRTZWPF4KY4AZE1NFC2VQF3","ksuid"]';
const app = `import { Generator, parse, tryParse, typeid, ulid, ULID } from 'sortid';
import { looksLike } from 'sortid/looks-like';
import { Masker } from 'sortid/mask';
export const answer = () => JSON.stringify([ulid().length, typeid('user').slice(0, 5), parse('01ARZ3NDEKTSV4RRFFQ69G5FAV').time.toISOString(),
  tryParse('8ZZZZZZZZZZZZZZZZZZZZZZZZZ').error.reason, new ULID() < new ULID(), new Generator('xid').many(2).length,
  String(new Masker(ULID, '000102030405060708090a0b0c0d0e0f').mask('01ARZ3NDEKTSV4RRFFQ69G5FAV')), looksLike('0ujtsYcgvSTl8PAuAdqWYSMnLOv')[0].name]);
`;
const write = (name, text) => {
  writeFileSync(join(scratch, name), text);
  return join(scratch, name);
};
let appPath, print, onPage;

before(() => {
  mkdirSync(join(scratch, 'node_modules'));
  cpSync(built, join(scratch, 'node_modules', 'sortid'), { recursive: true });
  appPath = write('app.mjs', app);
  print = write('print.mjs', "import { answer } from './app.mjs';\nconsole.log(answer());\n");
  onPage = write('page.mjs', "import { answer } from './app.mjs';\ndocument.body.textContent = answer();\n");
});
after(() => rmSync(scratch, { recursive: true, force: true }));

// What is bundled runs where no package is installed.
async function alone(bundle) {
  const folder = mkdtempSync('/tmp/sortid-alone-');
  try {
    cpSync(bundle, join(folder, bundle.split('/').at(-1)));
    return (await run(process.execPath, [join(folder, bundle.split('/').at(-1))], { ...words, cwd: folder })).stdout.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
async function bodyOf(url) {
  const { stdout } = await run(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    `--user-data-dir=${mkdtempSync(join(scratch, 'chromium-'))}`, '--virtual-time-budget=20000', '--dump-dom', url], words);
  return /<body>\s*([^<]*)/.exec(stdout)?.[1].trim();
}
async function inBrowser(folder, html) {
  if (html) writeFileSync(join(folder, 'index.html'), html);
  const server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : new URL(request.url, 'http://host').pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain' }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await bodyOf(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
const html = (script, type = 'text/javascript') => `<!doctype html><body></body><script type="${type}" src="${script}"></script>`;

test('esbuild, for Node and for browsers', async () => {
  const { build } = await imported('esbuild');
  for (const [platform, format, minify] of [['node', 'esm'], ['node', 'cjs'], ['node', 'cjs', true], ['browser', 'iife'], ['browser', 'esm', true]]) {
    const out = join(scratch, `esbuild-${platform}`);
    const outfile = join(out, `${format}${minify ?? ''}.${format === 'cjs' ? 'cjs' : 'mjs'}`);
    await build({ entryPoints: [platform === 'node' ? print : onPage], bundle: true, platform, format, minify, outfile, logLevel: 'error' });
    const found = platform === 'node' ? await alone(outfile)
      : await inBrowser(out, html(outfile.split('/').at(-1), format === 'esm' ? 'module' : undefined));
    assert.equal(found, answer, `${platform} ${format}`);
  }
});

test('esbuild: what a program does not name stays where it is needed', async () => {
  const { build } = await imported('esbuild');
  const few = write('few.mjs', "import { parse } from 'sortid';\nconsole.log(parse('01ARZ3NDEKTSV4RRFFQ69G5FAV').unixMs);\n");
  const outfile = join(scratch, 'few.cjs');
  await build({ entryPoints: [few], bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' });
  assert.equal(await alone(outfile), '1469922850259');
});

test('Rollup', async () => {
  const { rollup } = await imported('rollup');
  const { nodeResolve } = await imported('@rollup/plugin-node-resolve');
  for (const [input, options, format] of [[print, {}, 'es'], [print, { exportConditions: ['node'] }, 'cjs'], [onPage, { browser: true }, 'iife']]) {
    const bundle = await rollup({ input, plugins: [nodeResolve(options)], external: /^node:/, onwarn: (warning) => assert.fail(warning.message) });
    const folder = join(scratch, `rollup-${format}`);
    const file = join(folder, `bundle.${format === 'cjs' ? 'cjs' : 'mjs'}`);
    await bundle.write({ file, format, name: 'app' });
    assert.equal(format === 'iife' ? await inBrowser(folder, html('bundle.mjs')) : await alone(file), answer, format);
  }
});

test('webpack, import and require', async () => {
  const webpack = load('webpack');
  const required = write('required.cjs', "const { ulid } = require('sortid');\nconsole.log(ulid().length);\n");
  for (const [name, entry, target, expected] of [['node', print, 'node', answer], ['web', onPage, 'web', answer], ['required', required, 'node', '26']]) {
    const path = join(scratch, `webpack-${name}`);
    const stats = await promisify(webpack)({ mode: 'production', context: scratch, entry, target, output: { path, filename: 'bundle.cjs' } });
    assert.equal(stats.toString({ all: false, errors: true, warnings: true }), '');
    if (target === 'web') cpSync(join(path, 'bundle.cjs'), join(path, 'bundle.js'));
    assert.equal(target === 'web' ? await inBrowser(path, html('bundle.js')) : await alone(join(path, 'bundle.cjs')), expected, name);
  }
});

test('Vite: a page, its worker, the development server, server-side rendering', async () => {
  const { build, createServer: develop } = await imported('vite');
  const root = join(scratch, 'vite');
  mkdirSync(root);
  cpSync(appPath, join(root, 'app.mjs'));
  writeFileSync(join(root, 'worker.js'), "import { answer } from './app.mjs';\npostMessage(answer());\n");
  writeFileSync(join(root, 'main.js'), `import { answer } from './app.mjs';
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onerror = ({ message }) => { document.body.textContent = 'the worker: ' + message; };
worker.onmessage = ({ data }) => { document.body.textContent = data === answer() ? data : 'the worker says ' + data; };
`);
  writeFileSync(join(root, 'index.html'), '<!doctype html><body></body><script type="module" src="/main.js"></script>');
  await build({ root, logLevel: 'error', build: { outDir: join(scratch, 'vite-built') } });
  assert.equal(await inBrowser(join(scratch, 'vite-built')), answer);

  const server = await develop({ root, logLevel: 'error', cacheDir: join(scratch, 'vite-cache'), server: { port: 0, host: '127.0.0.1' } });
  try {
    await server.listen();
    assert.equal(await bodyOf(`http://127.0.0.1:${server.httpServer.address().port}/`), answer);
  } finally {
    await server.close();
  }

  const outDir = join(scratch, 'vite-ssr');
  writeFileSync(join(root, 'print.mjs'), readFileSync(print, 'utf8'));
  await build({ root, logLevel: 'error', ssr: { noExternal: true }, build: { ssr: 'print.mjs', outDir } });
  assert.equal(await alone(join(outDir, readdirSync(outDir).find((name) => name.startsWith('print')))), answer);
});

test("Workers' runtime, through Miniflare", async () => {
  const { build } = await imported('esbuild');
  const { Miniflare } = load('miniflare');
  const worker = write('worker.mjs', `import { answer } from './app.mjs';
import { Generator } from 'sortid';
export default { fetch() {
  // Time stands still in a request: what waits for it ends with a fault instead.
  let made;
  try { made = new Generator('uid11-snowish', { onOverflow: 'wait', maxWaitMs: 50, machine: 0 }).many(5000).length; } catch (error) { made = error.fault; }
  return new Response(answer() + ' ' + made);
} };
`);
  for (const [conditions, external] of [[['workerd', 'worker', 'browser'], []], [['workerd'], []]]) {
    const outdir = mkdtempSync(join(scratch, 'workerd-'));
    await build({ entryPoints: [worker], bundle: true, format: 'esm', conditions, external, loader: { '.wasm': 'copy' }, outdir,
      outExtension: { '.js': '.mjs' }, logLevel: 'error' });
    const miniflare = new Miniflare({
      rootPath: outdir, scriptPath: join(outdir, 'worker.mjs'), modules: true, modulesRoot: outdir, compatibilityDate: '2024-01-01',
      modulesRules: [{ type: 'ESModule', include: ['**/*.mjs'] }, { type: 'CompiledWasm', include: ['**/*.wasm'] }],
    });
    try {
      const text = await (await miniflare.dispatchFetch('http://host/')).text();
      assert.ok([`${answer} 5000`, `${answer} tail_overflow`].includes(text), text);
    } finally {
      await miniflare.dispose();
    }
  }
});

// The programs that npm brings, by the packages of the platforms.
const binary = (scope, name) => {
  const folder = join(modules, scope);
  for (const one of existsSync(folder) ? readdirSync(folder) : []) {
    for (const path of [join(folder, one, 'bin', name), join(folder, one, name)]) if (existsSync(path) && !one.includes('musl')) return path;
  }
  return null;
};

test('Bun: run, and bundled', async () => {
  const bun = binary('@oven', 'bun');
  assert.ok(bun, 'no bun');
  assert.equal((await run(bun, [print], words)).stdout.trim(), answer);
  const required = write('required_bun.cjs', "console.log(require('sortid').ulid().length);\n");
  assert.equal((await run(bun, [required], words)).stdout.trim(), '26');
  for (const target of ['bun', 'node', 'browser']) {
    const outdir = join(scratch, `bun-${target}`);
    await run(bun, ['build', target === 'browser' ? onPage : print, `--target=${target}`, `--outdir=${outdir}`, '--entry-naming=bundle.mjs',
      // Bun does not say of itself that it bundles, and takes Node's own entry for Node's target.
      ...(target === 'node' ? ['--conditions=module'] : [])], words);
    if (target === 'node') assert.equal(await alone(join(outdir, 'bundle.mjs')), answer);
    if (target === 'bun') assert.equal((await run(bun, [join(outdir, 'bundle.mjs')], words)).stdout.trim(), answer);
    if (target === 'browser') assert.equal(await inBrowser(outdir, html('bundle.mjs', 'module')), answer);
  }
});

test('Deno', async () => {
  const deno = binary('@deno', 'deno');
  assert.ok(deno, 'no deno');
  const env = { ...words.env, DENO_DIR: join(scratch, 'deno'), DENO_NO_UPDATE_CHECK: '1' };
  write('package.json', '{ "dependencies": { "sortid": "*" } }');
  try {
    assert.equal((await run(deno, ['run', '--cached-only', '--node-modules-dir=manual', '--allow-read', print], { ...words, env })).stdout.trim(), answer);
  } finally {
    rmSync(join(scratch, 'package.json'));
  }
});

test('Jest', async () => {
  const folder = join(scratch, 'jest');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "jest": { "testEnvironment": "node", "transform": {} } }');
  writeFileSync(join(folder, 'ids.test.js'), `const { ulid, ULID, parse } = require('sortid');
test('ids', () => {
  expect(ulid()).toHaveLength(26);
  expect(parse('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual(ULID.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
  expect(ULID.min).not.toEqual(ULID.max);
  expect(ULID.fromBytes(Buffer.alloc(16)).text).toBe(ULID.min.text);
  expect(() => ulid(7)).toThrow(TypeError);
});
`);
  const jest = () => node(join(modules, 'jest', 'bin', 'jest.js'), '--rootDir', folder, '--ci', '--no-cache');
  await jest();
  writeFileSync(join(folder, 'package.json'), '{ "jest": { "testEnvironment": "node", "transform": {}, "fakeTimers": { "enableGlobally": true } } }');
  await jest();
});

test('Vitest', async () => {
  const folder = join(scratch, 'vitest');
  mkdirSync(folder);
  writeFileSync(join(folder, 'ids.test.mjs'), `import { expect, test } from 'vitest';
import { ulid, ULID, XID, UID11Snowish, parse } from 'sortid';
test('ids', () => {
  expect(ulid()).toHaveLength(26);
  expect(parse('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toStrictEqual(ULID.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
  expect(ULID.min).not.toEqual(ULID.max);
  expect(XID.parse('5TK7MT834rx')).not.toEqual(UID11Snowish.parse('5TK7MT834rx'));
});
`);
  await node(join(modules, 'vitest', 'vitest.mjs'), 'run', '--root', folder, '--cache=false');
});

// The ordinary tests run on whatever Node the system has.
for (const which of ['oldest', 'newest']) {
  test(`every test of the package, in the ${which} Node`, async () => {
    const bin = ['x64', 'arm64'].map((cpu) => join(modules, `${which}-node-${cpu}`, 'bin')).find((path) => existsSync(path));
    assert.ok(bin, `no ${which} Node`);
    const folder = join(process.env.SORTID_SOURCE, 'tests', 'fronts', 'js');
    const files = readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => join(folder, name));
    const env = { ...words.env, PATH: `${bin}:${process.env.PATH}` };
    delete env.NODE_TEST_CONTEXT; // it would report to this run, and fail in silence
    await run(join(bin, 'node'), ['--test', ...files], { ...words, env, timeout: 0, maxBuffer: 2 ** 28 });
  });
}
