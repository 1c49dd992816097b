// Runs in a worker: the package's ids and an error, posted to whoever began it.
const inNode = typeof process === 'object';
const port = inNode ? (await import('node:worker_threads')).parentPort : globalThis;
const sortid = await import(inNode ? process.env.SORTID_ENTRY : new URL('../package/web.js', import.meta.url).href);
port.postMessage({ ids: sortid.ULID.generator().many(100), reason: sortid.tryParse('8ZZZZZZZZZZZZZZZZZZZZZZZZZ').error.reason });
