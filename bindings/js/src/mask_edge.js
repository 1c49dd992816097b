// The entry sortid/mask for Workers, which compile the WebAssembly at deployment.
import compiled from './mask.wasm';
import { maskerOf } from './masker.js';

export const Masker = /* @__PURE__ */ maskerOf(() => compiled);
