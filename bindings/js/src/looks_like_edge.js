// The entry sortid/looks-like for Workers, which compile the WebAssembly at deployment.
import compiled from './looks_like.wasm';
import { foreignOf } from './foreign.js';

export const looksLike = /* @__PURE__ */ foreignOf(() => compiled);
