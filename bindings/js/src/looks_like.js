// The entry sortid/looks-like: it has its WebAssembly with it.
import { module as compiled } from './looks_like_module.js';
import { foreignOf } from './foreign.js';

export const looksLike = /* @__PURE__ */ foreignOf(compiled);
