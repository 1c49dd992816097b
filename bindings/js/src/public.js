// What both entries offer; the rest of sortid.js is for ids.js.
export {
  batch, convert, detect, formatOf, formats, Generator, Id, inspect, instantText, isValid, newId, parse, parseInstant, range,
  tryParse,
} from './sortid.js';
export { GeneratorError, SortidError } from './errors.js';
export * from './guesses.js';
export * from './ids.js';
