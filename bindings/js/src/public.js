// What both entries offer; the rest of sortid.js is for ids.js.
export {
  batch, convert, detect, formatOf, formats, Generator, GeneratorError, Id, inspect, instantText, isValid, newId, parse,
  parseInstant, range, SortidError, tryParse,
} from './sortid.js';
export * from './guesses.js';
export * from './ids.js';
