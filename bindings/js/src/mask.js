// The entry sortid/mask, beside any entry of the package: it has its WebAssembly with it.
import { module as compiled } from './mask_module.js';
import { maskersOf } from './masker.js';

const classes = /* @__PURE__ */ maskersOf(compiled);
export const Masker = classes.Masker;
export const NamedIds = classes.NamedIds;
