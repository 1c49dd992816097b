// The entry sortid/named for Workers, which compile the WebAssembly at deployment.
import compiled from './named.wasm';
import { namedIdsOf } from './named_ids.js';

export const NamedIds = /* @__PURE__ */ namedIdsOf(() => compiled);
