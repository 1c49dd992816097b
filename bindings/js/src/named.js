// The entry sortid/named, beside any entry of the package: it has its WebAssembly with it.
import { module as compiled } from './named_module.js';
import { namedIdsOf } from './named_ids.js';

export const NamedIds = /* @__PURE__ */ namedIdsOf(compiled);
