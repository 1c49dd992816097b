// What of the package is made from the list of formats (`sortid formats --json`): its data, its classes and their types.
//
// usage: node generate.mjs --into FOLDER SORTID      writes formats.js, guesses.js and ids.js there
//        node generate.mjs --types PACKAGE FILE      writes the declarations there, FILE with its generated parts put in
//
// PACKAGE is the folder of the built package, whose WebAssembly also knows the words of reasons, faults and policies.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declarations, script } from './guesses.mjs';

const [action, target, from] = process.argv.slice(2);
const fromPackage = (name) => import(pathToFileURL(join(resolve(target), name)).href);

const camel = (words) => words.replace(/[_-]([a-z0-9])/g, (_, letter) => letter.toUpperCase());

function camelKeys(value) {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), camelKeys(inner)]));
}

const listed = () => JSON.parse(execFileSync(from, ['formats', '--json'], { encoding: 'utf8' })).map((format) => ({
  ...camelKeys(format), functionName: format.generated ? camel(format.name) : null,
}));
const formats = action === '--into' ? listed() : (await fromPackage('formats.js')).formats;

// By what names an id gives its fields: the field's, and the option's where that is another one.
function accessors(format) {
  const nullable = (field) => field.role === 'extension' || (!format.constantsRequired && field.name !== 'version');
  return format.fields
    .filter((field) => field.role !== 'sign' && field.role !== 'reserved')
    .flatMap((field) => [...new Set([field.name, field.option ?? field.name])].map((name) => ({
      name: camel(name), field: field.name, bits: field.bits, role: field.role, nullable: nullable(field),
    })));
}

// As short as a script may have it: a page loads every byte.
const unquoted = (value) => JSON.stringify(value).replace(/"(\w+)":/g, '$1:').replace(/"(reads\[\d+\])"/g, '$1');
// The values of symbols, as symbols whose values follow each other and the first one's value.
function runsOf(reads) {
  const runs = [];
  for (const [symbol, value] of Object.entries(reads)) {
    const last = runs.at(-1);
    if (last && last[1] + last[0].length === value) last[0] += symbol;
    else runs.push([symbol, value]);
  }
  return `read(${runs.map((run) => JSON.stringify(run))})`;
}
const data = () => {
  const reads = [...new Set(formats.map((format) => runsOf(format.reads)))];
  const lengths = [...new Set(formats.map((format) => format.symbols))].sort((a, b) => a - b);
  const reader = (length) =>
    `${length}:(m,o)=>String.fromCharCode(${Array.from({ length }, (_, i) => `m[o+${i}]`).join()}),`;
  return [
    'const read=(...runs)=>{const all={};for(const[symbols,first]of runs)for(let i=0;i<symbols.length;++i)all[symbols[i]]=first+i;return all};',
    `const reads=[${reads}];`,
    `export const formats=${unquoted(formats.map((format) => ({ ...format, reads: `reads[${reads.indexOf(runsOf(format.reads))}]` })))};`,
    // Written out, a text takes a third of the time that a loop takes.
    'export const textReaders = {', ...lengths.map(reader), '};', '',
  ].join('\n');
};

const ids = () => [
  "import { idClass, newOf } from './sortid.js';",
  ...formats.flatMap((format) => {
    const names = Object.fromEntries(accessors(format).map(({ name, field }) => [name, field]));
    const quick = format.functionName && `export const ${format.functionName} = newOf('${format.name}');`;
    return [`export const ${format.className} = idClass('${format.name}', ${JSON.stringify(names)});`, quick].filter(Boolean);
  }), '',
].join('\n');

const sentenceOf = (format) => `${format.title}: ${format.bits} bits in ${format.symbols} symbols`;
const union = (name, words) => `export type ${name} =\n${[...new Set(words)].map((word) => `  | '${word}'`).join('\n')};`;

const rules = {
  timestamp: 'Milliseconds since the epoch of the format', random: 'Random', sequence: 'Counts the ids of a millisecond', node: 'The number that the generator was given',
  extension: 'The data that the generator was given; null without', extension_length: 'Bits of the extension',
  payload: 'Without a meaning of their own',
};
const meaning = ({ constantsRequired }, { role, name }) =>
  (role !== 'constant' ? rules[role] : constantsRequired ? 'The same in every id' : `Which ${name} of UUID it is`);

function types(text, words) {
  const field = (format) => (one) => `  /** ${meaning(format, one)}: ${one.bits} bits. */\n  readonly ${one.name}: bigint${one.nullable ? ' | null' : ''};`;
  const blocks = {
    names: () => [
      '/** The formats, as every front end calls them. */',
      union('FormatName', formats.map(({ name }) => name)),
      '/** How a text is written. */',
      union('TextForm', formats.map(({ textForm }) => textForm)),
      '/** When a text alone is taken for the format: always, when no other format takes it, or only when the caller names it. */',
      union('Detection', formats.map(({ detection }) => detection)),
      '/** What the bits of a field are for. */',
      union('Role', formats.flatMap(({ fields }) => fields.map(({ role }) => role))),
    ].join('\n'),
    reasons: () => ['/** Why a text or a value is rejected: the same words in every front end. */', union('Reason', words('reason').slice(1))].join('\n'),
    faults: () => ['/** Why a generator made no id: the same words in every front end. */', union('Fault', words('fault').slice(1))].join('\n'),
    policies: () => [
      '/** What a generator does when a millisecond has no id left: throw, wait for the next one, or take it before the clock does. */',
      union('OnOverflow', words('onOverflow')),
      '/** What a generator does when the clock goes back: hold the last timestamp, so that ids still increase, wait, or throw. */',
      union('OnClockBack', words('onClockBack')),
      '/** Where the sequence of a new millisecond begins: at 0, at a draw from the lower half, or one above the last number. */',
      union('SequenceStart', words('sequence')),
    ].join('\n'),
    guesses: declarations,
    classes: () => formats.map((format) => {
      const { className, functionName } = format;
      // Of what nothing is random, there is no draw.
      const options = `options?: ${format.drawn ? 'NewOptions' : 'FormatOptions'}`;
      const kind = format.prefixed ? 'PrefixedIdClass' :
        !format.generated ? `IdClass<${className}>` : `NewIdClass<${className}${format.drawn ? '' : ', FormatOptions'}>`;
      const own = format.prefixed ? [
        '  /** Its prefix, which may be empty. */', '  readonly prefix: Prefix;',
        '  /** The canonical text. */', '  readonly text: Made;'] : [];
      const timed = format.epochUnixMs !== null && format.constantsRequired ? [
        '  /** When it was made, in Unix milliseconds. */', '  readonly unixMs: number;',
        '  /** When it was made. */', '  readonly time: Date;'] : [];
      return [
        `/** An id of the format ${format.name}. ${sentenceOf(format)}. */`,
        `export interface ${className}${format.prefixed ? '<Prefix extends string = string, Made extends string = PrefixedText<Prefix>>' : ''} extends Id {`, ...own, ...timed,
        ...accessors(format).map(field(format)), '}',
        `/** Reads ids of the format ${format.name}${format.generated ? ' and makes new ones' : ''}. */`,
        `export const ${className}: ${kind};`,
        ...(functionName ? [
          `/** A new id of the format ${format.name}, as its text${format.prefixed ? ' behind the prefix' : ''}. */`,
          format.prefixed ? `export function ${functionName}<Prefix extends string>(options: NewOptions & { prefix: Prefix }): PrefixedText<Prefix>;
export function ${functionName}<Prefix extends string = ''>(prefix?: Prefix, ${options}): PrefixedText<Prefix>;` :
            `export function ${functionName}(${options}): string;`] : []),
      ].join('\n');
    }).join('\n\n'),
  };
  return text.replace(/^\/\/ generated: (\w+)$/gm, (_, name) => blocks[name]());
}

if (action === '--into') {
  writeFileSync(join(target, 'formats.js'), data());
  writeFileSync(join(target, 'ids.js'), ids());
  writeFileSync(join(target, 'guesses.js'), script(formats));
} else {
  await fromPackage('node_embedded.js'); // starts the core
  const { words } = await fromPackage('core.js');
  const declared = types(readFileSync(from, 'utf8'), words);
  // TypeScript takes a module's kind from the name of its declarations.
  for (const kind of ['ts', 'cts']) writeFileSync(join(target, `sortid.d.${kind}`), declared);
}
