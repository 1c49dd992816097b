// The entry sortid/mask for Workers, which compile the WebAssembly at deployment.
import compiled from './mask.wasm';
import { maskersOf } from './masker.js';

export const Masker = /* @__PURE__ */ maskersOf(() => compiled);
