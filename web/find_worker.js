// Looks through a text beside the page, and lists what it found.
import * as core from './page_core.js';

const betweenReports = 100; // ms

const answers = {
  async find({ blob, ...asked }) {
    core.beginSearch(asked);
    let read = 0;
    let reported = performance.now();
    const reader = blob.stream().getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const found = core.feed(value);
      read += value.length;
      if (performance.now() - reported < betweenReports) continue;
      reported = performance.now();
      postMessage({ progress: { read, found } });
    }
    return core.finishSearch(asked);
  },
  list({ first, count, ...asked }) {
    const total = core.show(asked);
    return { total, rows: core.rows(first, count) };
  },
  rows: ({ first, count }) => core.rows(first, count),
  place: ({ row }) => core.placeShown(row),
};

addEventListener('message', async ({ data: { id, what, ...asked } }) => {
  try {
    postMessage({ id, answer: await answers[what](asked) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
});
