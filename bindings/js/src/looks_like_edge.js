// The entry sortid/looks-like for Workers, which compile the WebAssembly at deployment.
import compiled from './looks_like.wasm';
import { looksOf } from './looks.js';

export const looksLike = /* @__PURE__ */ looksOf(() => compiled);
