// The page's own WebAssembly (page.cpp), for the page and for its worker: human time, and the ids inside a text.
import { module } from './sortid/page_module.js';

const host = {
  // No offset is told of instants that a Date does not reach.
  ahead_of_utc: (unixS) => -new Date(unixS * 1000).getTimezoneOffset() * 60 || 0,
};
let wasm; // once it is needed
function core() {
  if (wasm === undefined) {
    wasm = new WebAssembly.Instance(module(), {
      host,
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: { proc_exit() { throw new Error('page.wasm has ended: there is no memory left'); } },
    }).exports;
    wasm._initialize();
  }
  return wasm;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const input = () => new Uint8Array(core().memory.buffer, core().input(), core().room());
const put = (text) => encoder.encodeInto(text, input()).written;
const answered = (size) => decoder.decode(new Uint8Array(core().memory.buffer, core().answer(), size));
const orNaN = (ms) => ms ?? NaN;

/** Why a text in words of people names no instant, with a reason as SortidError has it. */
export class TimeError extends Error {
  constructor(reason, sentence) {
    super(sentence);
    this.reason = reason;
  }
}

/** The Unix milliseconds that `now`, `yesterday`, `-1h`, `2026-01`, `2026-01-31T10:00` … mean; any other text as it is, unless `all` instants are wanted. */
export function timeOfPeople(text, { isEnd = false, all = false, now = Date.now() } = {}) {
  if (text.length > core().room()) return text;
  const ms = core().human_time(put(text), now, isEnd ? 1 : 0, all ? 1 : 0);
  if (!Number.isNaN(ms)) return ms;
  const size = core().answer_size();
  if (size > 0) throw new TimeError(...answered(size).split('\n'));
  return text;
}

// --- the ids of a text, of which a thread has one at a time -------------------------------------------------

const none = -1; // no format

export function beginSearch({ place, since, until, epoch }) {
  core().begin(place ?? none, orNaN(since), orNaN(until), orNaN(epoch));
}
export function feed(bytes) {
  const room = core().room();
  for (let at = 0; at < bytes.length; at += room) {
    const piece = bytes.subarray(at, at + room);
    input().set(piece);
    core().feed(piece.length);
  }
  return core().found();
}
export function finishSearch({ bars, gaps, values }) {
  core().finish();
  return JSON.parse(answered(core().summary(bars, gaps, values)));
}

const orders = ['line', 'id', 'time'];
const marks = ['all', 'duplicates', 'disorder', 'marked'];
/** Which ids are listed, and how; their number. */
export const show = ({ by, descending, marked, place, from, until, text }) =>
  core().show(orders.indexOf(by), descending ? 1 : 0, marks.indexOf(marked), place ?? none, orNaN(from), orNaN(until), put(text.toLowerCase()));
export const rows = (first, count) => JSON.parse(answered(core().rows(first, count)));
/** Where a row is listed; null where it is not. */
export function placeShown(row) {
  const place = core().place_shown(row);
  return place === none ? null : place;
}
