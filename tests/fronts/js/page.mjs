const tell = (what) => fetch('/result', { method: 'POST', body: JSON.stringify(what) });
addEventListener('unhandledrejection', ({ reason }) => tell(String(reason)));

const sortid = await import('../package/web.js').catch((error) => tell(String(error)));
const { Masker } = await import('../package/mask.js').catch((error) => tell(String(error)));
const worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
worker.onerror = ({ message }) => tell(`the worker: ${message}`);
worker.onmessage = ({ data }) => {
  const own = sortid.ULID.generator({ onOverflow: 'wait' }).many(1000);
  const snowish = new sortid.Generator('uid11-snowish', { onOverflow: 'wait', machine: 0 }).many(10_000); // waits on a page's main thread
  tell({
    distinct: new Set([...own, ...data.ids]).size, snowish: new Set(snowish).size, reason: data.reason,
    read: sortid.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV').time.toISOString(),
    masked: new Masker(sortid.ULID, '000102030405060708090a0b0c0d0e0f').mask('01ARZ3NDEKTSV4RRFFQ69G5FAV').text,
  });
};
