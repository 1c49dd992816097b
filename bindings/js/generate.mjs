// What of the package is made from the list of formats (`sortid formats --json`): its data, its classes and their types.
//
// usage: node generate.mjs SORTID --into FOLDER     writes formats.js and ids.js there
//        node generate.mjs SORTID --types FILE      renews the generated parts of the declarations
//        node generate.mjs SORTID --check FILE      fails when they are not up to date
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [program, action, target] = process.argv.slice(2);

const camel = (words) => words.replace(/[_-]([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const pascal = (words) => camel(`-${words}`);
// Names that people write in another way than the rule below would.
const spelled = { typeid: 'TypeID', uuidv7: 'UUID7' };
const classOf = (name) => spelled[name] ?? (name.includes('-') ? pascal(name) : name.toUpperCase());

function camelKeys(value) {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), camelKeys(inner)]));
}

const formats = JSON.parse(execFileSync(program, ['formats', '--json'], { encoding: 'utf8' })).map((format) => ({
  ...camelKeys(format),
  className: classOf(format.name),
  functionName: format.generated ? camel(format.name) : null,
}));

// By what names an id gives its fields: the field's, and the option's where that is another one.
function accessors(format) {
  const nullable = (field) => field.role === 'extension' || (!format.constantsRequired && field.name !== 'version');
  return format.fields
    .filter((field) => field.role !== 'sign' && field.role !== 'reserved')
    .flatMap((field) => [...new Set([field.name, field.option ?? field.name])].map((name) => ({
      name: camel(name), field: field.name, bits: field.bits, nullable: nullable(field),
    })));
}

const data = () => {
  const lengths = [...new Set(formats.map((format) => format.symbols))].sort((a, b) => a - b);
  const reader = (length) =>
    `  ${length}: (m, o) => String.fromCharCode(${Array.from({ length }, (_, i) => `m[o + ${i}]`).join(', ')}),`;
  return [
    '// Made by generate.mjs from the list of the core.',
    `export const formats = ${JSON.stringify(formats)};`,
    '// Written out, a text takes a third of the time that a loop takes.',
    'export const textReaders = {', ...lengths.map(reader), '};', '',
  ].join('\n');
};

const ids = () => [
  '// Made by generate.mjs from the list of the core.',
  "import { idClass, newOf } from './sortid.js';",
  ...formats.flatMap((format) => {
    const names = Object.fromEntries(accessors(format).map(({ name, field }) => [name, field]));
    const quick = format.functionName && `export const ${format.functionName} = newOf('${format.name}');`;
    return [`export const ${format.className} = idClass('${format.name}', ${JSON.stringify(names)});`, quick].filter(Boolean);
  }), '',
].join('\n');

const union = (name, words) => `export type ${name} =\n${[...new Set(words)].map((word) => `  | '${word}'`).join('\n')};`;

function types(text) {
  const field = ({ name, bits, nullable }) => `  /** ${bits} bits. */\n  readonly ${name}: bigint${nullable ? ' | null' : ''};`;
  const blocks = {
    names: () => [
      union('FormatName', formats.map(({ name }) => name)),
      union('TextForm', formats.map(({ textForm }) => textForm)),
      '/** When a text alone is taken for the format. */',
      union('Detection', formats.map(({ detection }) => detection)),
      '/** What the bits of a field are for. */',
      union('Role', formats.flatMap(({ fields }) => fields.map(({ role }) => role))),
    ].join('\n'),
    classes: () => formats.map((format) => {
      const kind = format.generated ? 'MintedIdClass' : 'IdClass';
      const quick = format.prefixed
        ? `prefix?: string, options?: NewOptions` : `options?: NewOptions`;
      return [
        `/** ${format.title}: ${format.bits} bits in ${format.symbols} symbols. */`,
        `export interface ${format.className} extends Id {`, ...accessors(format).map(field), '}',
        `export const ${format.className}: ${kind}<${format.className}>;`,
        ...(format.functionName ? [`export function ${format.functionName}(${quick}): string;`] : []),
      ].join('\n');
    }).join('\n\n'),
  };
  return text.replace(/(\/\/ <!-- generated: (\w+) -->\n).*?(\/\/ <!-- end generated -->)/gs,
    (_, begin, name, end) => `${begin}${blocks[name]()}\n${end}`);
}

if (action === '--into') {
  writeFileSync(join(target, 'formats.js'), data());
  writeFileSync(join(target, 'ids.js'), ids());
} else {
  const before = readFileSync(target, 'utf8');
  const after = types(before);
  if (action === '--types') {
    writeFileSync(target, after);
  } else if (before !== after) {
    console.error(`${target} is not what the formats make of it; run node generate.mjs … --types`);
    process.exit(1);
  }
}
