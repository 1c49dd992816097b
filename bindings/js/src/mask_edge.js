// The entry sortid/mask for Workers, which compile the WebAssembly at deployment.
import compiled from './mask.wasm';
import { maskersOf } from './masker.js';

const classes = /* @__PURE__ */ maskersOf(() => compiled);
export const Masker = classes.Masker;
export const NamedIds = classes.NamedIds;
