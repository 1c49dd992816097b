import * as sortid from '../package/web.js';

const worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
const answer = await new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (error) => reject(error);
});
const own = sortid.ULID.generator({ onOverflow: 'wait' }).take(1000);
const snowish = new sortid.Generator('uid11-snowish', { onOverflow: 'wait' }).take(10_000); // waits on a page's main thread
document.getElementById('result').textContent = JSON.stringify({
  distinct: new Set([...own, ...answer.ids]).size, snowish: new Set(snowish).size, reason: answer.reason,
  read: sortid.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV').time.toISOString(),
});
