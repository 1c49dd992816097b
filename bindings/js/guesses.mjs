// What people write by the names of npm's uuid, uuidv7, ulid, ulidx, typeid-js, ksuid and bson: the one table of it, and what
// generate.mjs makes of it. Each row has an owner, how a name is meant, names, and what they are here: `=` the same call, `()` a
// method that gives a property, `.` a property, `of` a function that gives a property of a text's id, `text` a method of the
// text, `fn` a function of its own, and `!` what to write instead, which a call throws.
const rows = `
  package    =    v7 uuid7 uuid             uuidv7
  package    =    Ulid                      ULID
  package    =    Uuid                      UUID
  package    =    UUIDV7 Uuidv7             UUIDv7
  package    =    TypeId                    TypeID
  package    =    Xid                       XID
  package    =    Euid                      EUID
  package    =    typeidUnboxed             typeid
  package    =    fromString parseTypeId    TypeID.parse
  package    =    fromUUID                  TypeID.fromUUID
  package    =    uuidToULID                ULID.fromUUID
  package    =    validate                  isValid
  package    =    isULID isUlid             ULID.isValid
  package    =    isUUID                    UUID.isValid
  package    =    isTypeID                  TypeID.isValid
  package    =    compare                   Id.compare
  package    =    NIL                       UUID.min.text
  package    =    MAX                       UUID.max.text
  package    =    MIN_ULID                  ULID.min.text
  package    =    MAX_ULID                  ULID.max.text
  package    of   getType                   prefix
  package    of   getSuffix                 suffix
  package    of   toUUID ulidToUUID         uuid
  package    of   toUUIDBytes toBytes       bytes
  package    of   toHex                     hex
  package    of   toDate getTimestamp       time
  package    of   decodeTime getTime timestamp extractTimestamp  unixMs
  package    fn   monotonicFactory          () => { const ids = new Generator('ulid'); return (at) => (at === undefined ? ids.next() : ids.nextAt(at)); } :: () => (at?: Instant) => string
  package    fn   encodeTime                (at) => range('ulid', { at }).first.slice(0, 10) :: (at: Instant) => string
  package    fn   stringify                 (bytes) => UUID.fromBytes(bytes).text :: (bytes: Uint8Array) => string
  package    fn   uuidv7obj                 () => new UUIDv7() :: () => UUIDv7
  package    fn   generate create createId generateId  (kind = 'ulid', options) => newId(kind, options) :: (kind?: FormatLike, options?: NewOptions) => string
  package    fn   createGenerator generator  (kind, options) => new Generator(kind, options) :: (kind: FormatLike, options?: GeneratorOptions) => Generator
  package    fn   newIds many               (kind, count) => new Generator(kind).many(count) :: (kind: FormatLike, count: number) => string[]
  package    fn   ulids                     (count) => new Generator('ulid').many(count) :: (count: number) => string[]
  package    !    v1 v4 uuidv4              uuidv7()
  package    !    V7Generator               new Generator(UUIDv7)
  package    !    factory detectPrng        new Generator('ulid', { entropy })
  package    !    decode                    parse(text).bytes or parse(text).time
  package    !    encode fromBytes          ULID.fromBytes(bytes)
  package    !    fromUUIDBytes             TypeID.fromBytes(bytes, { prefix })
  package    !    fromHex                   ULID.fromHex(hex)
  package    !    fixULIDBase32             parse(text, { lenient: true })
  package    !    equals                    id.equals(other)
  package    !    Masker                    import { Masker } from 'sortid/mask'
  package    !    NamedIds                  import { NamedIds } from 'sortid/named'
  package    !    find                      import { find } from 'sortid/find'
  package    !    looksLike                 import { looksLike } from 'sortid/looks-like'
  package    !    schema                    import { schema } from 'sortid/schema'
  Id         ()   toUUID                    uuid
  Id         ()   toBytes toUUIDBytes toUint8Array toBinary  bytes
  Id         ()   toHex toHexString         hex
  Id         ()   toDate getTimestamp getDate  time
  Id         ()   getTime                   unixMs
  Id         ()   toBigInt                  value
  Id         ()   getType getPrefix         prefix
  Id         ()   getSuffix                 suffix
  Id         .    date createdAt            time
  Id         .    ms timestampMs            unixMs
  Id         .    str string                text
  Id         .    raw                       bytes
  Id         .    type                      prefix
  Id         =    compareTo localeCompare   compare
  Id         =    isEqual                   equals
  Id         text slice startsWith toLowerCase toUpperCase  text
  Id         fn   asType                    (prefix) { return parse(this, { prefix }); } :: (prefix: string) => TypeID
  Id         fn   isAfter                   (other) { return this.compare(other) > 0; } :: (other: Id) => boolean
  Id         fn   isBefore                  (other) { return this.compare(other) < 0; } :: (other: Id) => boolean
  Id         !    toISOString               id.time.toISOString()
  Id         !    toUnix                    id.unixMs / 1000
  Id         !    inspect                   inspect(id)
  Id         !    toNumber                  id.value
  Id         !    getVersion                UUID.parse(text).version
  Id         !    toBuffer toArray          id.bytes
  IdClass    =    fromString fromJSON       parse
  IdClass    =    safeParse                 tryParse
  IdClass    =    validate                  isValid
  IdClass    =    fromBigInt                fromValue
  IdClass    =    createFromHexString       fromHex
  IdClass    .    MIN nil                   min
  IdClass    .    MAX                       max
  IdClass    of   decodeTime getTime        unixMs
  IdClass    of   toUUID                    uuid
  IdClass    fn   between                   (from, to) { return this.range({ from, to }); } :: (from: Instant, to: Instant) => Range
  IdClass    !    from of decode fromBuffer  ULID.parse(text), ULID.fromBytes(bytes) or ULID.fromValue(bigint)
  IdClass    !    fromUUIDBytes             TypeID.fromBytes(bytes, { prefix })
  IdClass    !    createFromTime fromTimestamp  ulid({ at })
  IdClass    !    first last                ULID.range({ at })
  IdClass    !    getTimestamp timestamp    ULID.parse(text).time
  IdClass    !    encode stringify          ULID.fromBytes(bytes).text
  IdClass    !    v4 v7                     uuidv7()
  IdClass    !    schema                    import { schema } from 'sortid/schema'
  NewIdClass =    create generate next now  new
  NewIdClass fn   fromDate fromTime         (at) { return this.new({ at }); } :: (at: Instant) => T
  NewIdClass fn   random randomSync         () { return this.new({ random: true }); } :: () => T
  NewIdClass fn   many                      (count) { return this.generator().many(count); } :: (count: number) => string[]
  Generator  =    generate nextId create    next
  Generator  =    take batch                many
`.trim().split('\n').map((row) => {
  const [, owner, how, names, here, type] = /^ *(\w+) +(\S+) +(.+?)  +(.+?)(?: :: (.+))?$/.exec(row);
  return { owner, how, names: names.split(' '), here, type };
});
const each = (owner, lines) => rows.filter((row) => row.owner === owner).flatMap((row) => row.names.flatMap((name) => lines(name, row)));
const quoted = (text) => `'${text.replaceAll("'", "\\'")}'`;

// The module whose exports are the package's rows, and which gives classes what the other rows say.
export function script(formats) {
  const own = formats.flatMap(({ className, functionName }) => [className, functionName]);
  const used = own.filter((name) => rows.some(({ owner, how, here }) => owner === 'package' && how !== '!' && new RegExp(`\\b${name}\\b(?!')`).test(here)));
  const exported = each('package', (name, { how, here }) => {
    if (how === '!') return `export function ${name}() { says('${name}', ${quoted(here)}); }`; // may be called with \`new\`
    return `export const ${name} = ${how === 'of' ? `(text) => parse(text).${here}` : here};`;
  });
  const members = rows.filter(({ owner }) => owner !== 'package').map(({ owner, how, names, here }) => {
    const on = { Id: 'Id.prototype', Generator: 'Generator.prototype' }[owner] ?? 'Id';
    return `give(${on}, '${how}', '${names.join(' ')}', ${how === 'fn' ? `function ${here}` : quoted(here)});`;
  });
  return [
    "import { Generator, give, Id, isValid, newId, parse, range, says } from './sortid.js';",
    `import { ${used.join(', ')} } from './ids.js';`,
    ...members, ...exported, '',
  ].join('\n');
}

// Their declarations. What only throws cannot be called: the compiler's error has the type, and so what to write.
export function declarations() {
  const comment = (how, here) => (how === '!' ? `/** @deprecated Write ${here}. */` : how === 'fn' ? '/** As other packages have it. */' :
    `/** \`${here}\`${how === 'of' ? ' of the id that a text is' : ''}, by the name that other packages have for it. */`);
  const typeOf = (name, { how, here, type }, self = 'this') => type ?? {
    '!': `Write<${quoted(here)}>`, '()': `() => ${self}['${here}']`, 'of': `(text: Text) => Id['${here}']`, 'text': `string['${name}']`,
  }[how] ?? (self === 'this' ? `this['${here}']` : `typeof ${here}`);
  const member = (name, row) => [`  ${comment(row.how, row.here)}`, `  readonly ${name}: ${typeOf(name, row)};`];
  const merged = (owner, parameters = '') => [`export interface ${owner}${parameters} {`, ...each(owner, member), '}'];
  return [
    '/** What has another name here: the one of its type. */', 'export interface Write<Call extends string> { readonly call: Call }',
    ...each('package', (name, row) => [comment(row.how, row.here),
      row.how === '=' && !row.here.includes('.') ? `export { ${row.here} as ${name} };` : `export const ${name}: ${typeOf(name, row, 'package')};`]),
    ...merged('Id'), ...merged('IdClass', '<T extends Id>'), ...merged('NewIdClass', '<T extends Id, Options = NewOptions>'),
    ...merged('Generator', '<Prefix extends string = string, Made extends string = PrefixedText<Prefix>>'),
  ].join('\n');
}
