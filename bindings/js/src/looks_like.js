// The entry sortid/looks-like: it has its WebAssembly with it.
import { module as compiled } from './looks_like_module.js';
import { looksOf } from './looks.js';

export const looksLike = /* @__PURE__ */ looksOf(compiled);
