// The entry sortid/mask, beside any entry of the package: it has its WebAssembly with it.
import { module as compiled } from './mask_module.js';
import { maskerOf } from './masker.js';

export const Masker = /* @__PURE__ */ maskerOf(compiled);
