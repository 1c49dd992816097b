// Looks through a text beside the page, and lists what it found.
// Not imported above: what is asked while it loads would find no listener.
const loaded = import('./page_core.js');

const betweenReports = 100; // ms

const answers = {
  async find(core, { blob, ...asked }) {
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
  list(core, { first, count, ...asked }) {
    const total = core.show(asked);
    return { total, rows: core.rows(first, count) };
  },
  rows: (core, { first, count }) => core.rows(first, count),
  place: (core, { row }) => core.placeShown(row),
};

addEventListener('message', async ({ data: { id, what, ...asked } }) => {
  try {
    postMessage({ id, answer: await answers[what](await loaded, asked) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
});
