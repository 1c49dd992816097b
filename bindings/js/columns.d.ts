// sortid/columns: imported for its effect. `batch` then works by the vectors of WebAssembly, where the engine has them.
export {};
