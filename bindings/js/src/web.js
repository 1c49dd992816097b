// The entry for pages and workers: importing it waits for the WebAssembly beside it, once.
import { imports, start, started } from './core.js';
import { versionOfCore } from './sortid.js';

if (!started()) {
  const answer = await fetch(new URL('sortid.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`sortid.wasm: ${answer.status} ${answer.statusText}`);
  // Not by instantiateStreaming, which asks for a media type that not every file server knows.
  const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  if (!started()) start(instance, globalThis.crypto);
}
export const version = versionOfCore();
export * from './public.js';
