// The package as it is published: its size, its installation, its types, and where it runs.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { folder, sortid } from './package.mjs';

const source = process.env.SORTID_SOURCE;
const scratch = mkdtempSync(join(tmpdir(), 'sortid-js-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const npm = (words, cwd) => execFileSync('npm', [...words, '--offline', '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' });
const packed = join(scratch, npm(['pack', folder, '--silent'], scratch).trim());
execFileSync('npm', ['init', '--yes'], { cwd: scratch, stdio: 'ignore' });
npm(['install', packed], scratch);
const installed = join(scratch, 'node_modules', 'sortid');

test('at most 60 KB in all', () => {
  const most = 60_000;
  const sum = readdirSync(installed).reduce((bytes, file) => bytes + gzipSync(readFileSync(join(installed, file)), { level: 9 }).length, 0);
  assert.ok(sum <= most, `${sum} bytes, each file by itself`);
  assert.ok(readFileSync(packed).length <= most, `${readFileSync(packed).length} bytes packed`);
});

test('what is asked of the host is what the package gives', () => {
  const compiled = new WebAssembly.Module(readFileSync(join(installed, 'sortid.wasm')));
  assert.deepEqual(WebAssembly.Module.imports(compiled).map((wanted) => `${wanted.module}.${wanted.name}`).sort(),
    ['host.entropy', 'host.now', 'host.pause']);
});

test('the quickstart, in a folder where it was installed', () => {
  const program = readFileSync(join(source, 'bindings', 'js', 'quickstart.mjs'), 'utf8');
  const { stdout, stderr, status } = spawnSync('node', ['--input-type=module', '--eval', program], { cwd: scratch, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^user_[0-7][0-9a-z]{25}\n2016-07-30T23:54:10\.259Z\n01563e3a-b5d3-d676-4c61-efb99302bd5b\n/);
  assert.match(stdout, /overflow 0\n01HK153X000000000000000000 01HNGZE5ZZZZZZZZZZZZZZZZZZ\n$/);
});

test('require, where node has it for modules', { skip: process.features.require_module ? false : 'this node has not' }, () => {
  const made = execFileSync('node', ['--print', "require('sortid').ulid()"], { cwd: scratch, encoding: 'utf8' });
  assert.equal(made.trim().length, 26);
});

test('the entry for the web: the same names, one instance, and a failure that is told', async () => {
  const entry = (file) => pathToFileURL(join(installed, file)).href;
  const program = `
    const asked = [];
    globalThis.fetch = async (url) => {
      asked.push(String(url));
      const { readFileSync } = await import('node:fs');
      return asked.length === 1 ? new Response('', { status: 404 }) : new Response(readFileSync(url));
    };
    const failure = await import('${entry('web.js')}').catch((error) => error.message);
    const web = await import('${entry('web.js')}?again');
    const node = await import('${entry('node.js')}');
    console.log(JSON.stringify([failure, asked.length, web.ulid === node.ulid, web.ulid().length,
      Object.keys(web).sort().join() === Object.keys(node).sort().join()]));`;
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), ['sortid.wasm: 404 Not Found'.replace(' Not Found', ' '), 2, true, 26, true]);
});

test('in a worker of node', async () => {
  const env = { ...process.env, SORTID_ENTRY: pathToFileURL(join(folder, 'node.js')).href };
  const run = () => new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.mjs', import.meta.url), { env });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const answers = await Promise.all([run(), run()]);
  const ids = [...sortid.ULID.generator().take(100), ...answers.flatMap((answer) => answer.ids)];
  assert.equal(new Set(ids).size, 300);
  assert.deepEqual(answers.map(({ reason }) => reason), ['overflow', 'overflow']);
});

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
test('in a page and its worker', { skip: chromium ? false : 'no chromium on this machine' }, async () => {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/octet-stream' };
  const roots = { package: installed, tests: join(source, 'tests', 'js') };
  let told;
  const result = new Promise((resolve) => { told = resolve; });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    if (request.method === 'POST' && pathname === '/result') {
      let body = '';
      request.on('data', (data) => { body += data; }).on('end', () => told(body));
      return response.end();
    }
    const [, root, ...rest] = normalize(pathname).split('/');
    const path = roots[root] && join(roots[root], ...rest);
    if (!path || !existsSync(path)) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': types[extname(path)] }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
    `--user-data-dir=${join(scratch, 'chromium')}`, '--remote-debugging-port=0',
    `http://127.0.0.1:${server.address().port}/tests/page.html`], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => browser.on('close', resolve));
  ended.then(() => told('"the browser ended by itself"'));
  try {
    assert.deepEqual(JSON.parse(await result), { distinct: 1100, snowish: 10_000, reason: 'overflow', read: '2016-07-30T23:54:10.259Z' });
  } finally {
    process.kill(-browser.pid, 'SIGKILL'); // with the processes that it started
    await ended;
    server.closeAllConnections?.();
    server.close();
  }
});

test('the declarations are what the formats make of them', () => {
  execFileSync('node', [join(source, 'bindings/js/generate.mjs'), process.env.SORTID_BIN, '--check', join(source, 'bindings/js/sortid.d.ts')]);
});

const tsc = join(source, 'build', 'js-tests', 'node_modules', 'typescript', 'bin', 'tsc');
const compile = (...words) => spawnSync('node', [tsc, '--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', '--module', 'node16', ...words],
  { cwd: scratch, encoding: 'utf8' });
test('the types', { skip: existsSync(tsc) ? false : 'typescript is not installed: tests/js/install.sh' }, () => {
  const program = join(scratch, 'types_test.mts');
  execFileSync('cp', [join(source, 'tests', 'js', 'types_test.ts'), program]);
  assert.equal(compile('--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', program).stdout, '');
});

test('every name has a declaration, and every declaration a name', () => {
  const declared = readFileSync(join(installed, 'sortid.d.ts'), 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm);
  assert.deepEqual([...new Set([...declared].map(([, name]) => name))].sort(), Object.keys(sortid).sort());
});
