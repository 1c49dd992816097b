// The entry sortid/columns: columns by the vectors of WebAssembly, where the engine has them. It has its WebAssembly with it;
// Node's own entries need none of this, as they load it with the first column.
import { module } from './columns_module.js';
import { vectorize } from './core.js';

vectorize(module);
