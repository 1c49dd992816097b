// The entry sortid/columns for Workers, which compile the WebAssembly at deployment.
import compiled from './columns.wasm';
import { vectorize } from './core.js';

vectorize(() => compiled);
