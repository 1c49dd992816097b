// Compiled, never run: what must have which type, and what must not compile.
import {
  batch, compare, convert, detect, EUID, type Fault, type FormatName, formats, Generator, GeneratorError, type Id, inspect, isValid, MAX_ULID, monotonicFactory, newId, type OnOverflow, parse, range,
  type Reason, type SequenceStart, SortidError, toUUID, tryParse, typeid, TypeID, uid11Snowish, ulid, Ulid, ULID, UUID, uuidv7, uuid7, UUIDv7, v4, xid, XID,
} from 'sortid';
import { decodeTime, monotonicFactory as factory } from 'sortid/compat';
import { find, type Found } from 'sortid/find';
import { type ForeignId, looksLike } from 'sortid/looks-like';
import { Masker } from 'sortid/mask';
import { NamedIds } from 'sortid/named';
import { schema } from 'sortid/schema';
import { EUID as OneEUID, euid as oneEuid } from 'sortid/euid';
import { parse as parseTypeID, typeid as oneTypeid, TypeID as OneTypeID } from 'sortid/typeid';
import { SortidError as OneError, type ULID as OneULID, tryParse as tryULID, ulid as oneUlid, ULID as OneClass } from 'sortid/ulid';
import { isValid as isUUID, UUID as OneUUID } from 'sortid/uuid';
import { UlidFlake as OneFlake } from 'sortid/ulid-flake';

const made: string = ulid();
const byFactory: string = factory()(1);
const decoded: number = decodeTime(byFactory);
const ofName: TypeID = new NamedIds(TypeID, new Uint8Array(16), { prefix: 'user' }).at(1e12, 'name');
void [decoded, ofName];
const user: string = typeid('user', { at: new Date() });
const id: ULID = ULID.parse(made);
const bits: bigint = id.timestamp + id.randomness;
const time: Date = id.time;
const ofUser: `user_${string}` = typeid('user');
const named: TypeID<'user'> = TypeID.parse(ofUser, { prefix: 'user' });
const namedText: `user_${string}` = named.text;
const sure: 'order' = new TypeID({ prefix: 'order' }).prefix;
const perhaps: Date | null = named.time;
const fresh: TypeID = new TypeID({ prefix: 'user' });
const euid: EUID = new EUID({ extension: 7, check: false });
const extension: bigint | null = euid.extension;
const any: Id = parse(made, { format: 'ulid', lenient: true });
const names: FormatName[] = detect(made);
const outcome = XID.tryParse(xid());
if (outcome.error) {
  const reason: Reason = outcome.error.reason;
  const none: null = outcome.id;
  void [reason, none];
} else {
  const found: XID = outcome.id;
  void found;
}
const ids: Id[] = [made].map(parse);
const ulids: ULID[] = [made].map(ULID.parse);
const ofValues: ULID[] = [1n].map(ULID.fromValue);
const again: Id = parse(structuredClone(id).text, id.formatName);
const start: SequenceStart = 'carry_on';
const generator = new Generator('uid11-snowish', { machine: 3, onOverflow: 'wait', sequence: start, clock: () => 0, entropy: (bytes) => { bytes.fill(0); } });
const values: BigUint64Array = generator.fill(new BigUint64Array(4));
const texts: string[] = batch.toStrings('uid11-snowish', values);
const { first, last } = range('ulid', { from: '2024-01-01' });
const { first: ofUsers } = range('typeid', { at: 0, prefix: 'user' });
const shifts: number[] = inspect(made).fields.map((field) => field.shift);
try {
  convert(made, 'uuid');
} catch (error) {
  if (error instanceof SortidError) void error.position;
  if (error instanceof GeneratorError) void error.fault;
}
const faults: Fault[] = ['tail_overflow', 'clock_back', 'out_of_range', 'entropy'];
const policy: OnOverflow = 'run_ahead';
const own: Readonly<{ onOverflow?: OnOverflow }> = generator.options;
const v7: UUIDv7 = UUIDv7.parse(uuidv7());
const masker = new Masker(ULID, new Uint8Array(16));
const shown: ULID = masker.mask(id);
const stored: ULID = masker.unmask(shown.text);
const ofV7 = new Masker(UUIDv7, '000102030405060708090a0b0c0d0e0f', { uuidVersion: 4 });
const shownV7: UUID = ofV7.mask(v7);
const masks: BigUint64Array = new Masker(XID, new Uint8Array(32)).maskMany(values);
const looks: ForeignId[] = [made].flatMap(looksLike);
const whenMade: Date | null | undefined = looksLike(made, { latest: new Date() })[0]?.time;
void [stored, shownV7, masks, looks, whenMade];
void [namedText, sure, perhaps, faults, policy, own, v7, generator.many(3), generator.order, ids, ulids, ofValues, again, bits, time, fresh, extension, any, names, texts, first, last, ofUsers, shifts, user, formats[0]?.fields, tryParse(made), isValid(7), newId('xid')];

// A prefix that is named is part of the type of whatever is made with it, and its ids are TypeIDs.
const bytes16 = new Uint8Array(16);
const withPrefix = { prefix: 'user' } as const;
const ofUsersNames = new NamedIds(TypeID, bytes16, withPrefix);
const ofUserKind: TypeID<'user'>[] = [
  TypeID.fromUUID(UUID.min.text, withPrefix), TypeID.fromValue(5n, withPrefix), TypeID.fromBytes(bytes16, withPrefix), TypeID.fromHex('', withPrefix),
  id.as('typeid', withPrefix), parse(user, withPrefix), parse(user, { format: 'typeid', prefix: 'user' }), ofUsersNames.at(0, 'name'),
  new Masker(TypeID, bytes16).mask(named), new Masker(TypeID, bytes16).unmask(named)];
const userGenerator = TypeID.generator({ prefix: 'user', onOverflow: 'wait' });
const ofUserText: `user_${string}`[] = [
  ...ofUserKind.map(({ text }) => text), ofUsersNames.at(0, 'name').text, ...userGenerator.many(2), userGenerator.next(), userGenerator.nextAt(0),
  userGenerator.random(), userGenerator.randomAt(0), new Generator('typeid', withPrefix).next(), newId('typeid', withPrefix),
  convert(made, 'typeid', withPrefix), range('typeid', { at: 0, prefix: 'user' }).first, ...batch.toStrings('typeid', bytes16, withPrefix)];
const anyTypeId: TypeID = named;
const anyGenerator: Generator = userGenerator;
const anyNames: NamedIds<TypeID> = ofUsersNames;
const plainTexts: string[] = [new Generator('typeid').next(), TypeID.generator().next(), new Masker(TypeID, bytes16).mask(user).text];
const readByMap: TypeID[] = [1n].map(TypeID.fromValue);
const unknownPrefix: string = String(made);
const ofUnknown: TypeID = TypeID.fromValue(1n, { prefix: unknownPrefix });
class OwnGenerator extends Generator {}
void [ofUserText, anyTypeId, anyGenerator, anyNames, plainTexts, readByMap, ofUnknown, OwnGenerator];
// @ts-expect-error: texts of another prefix
const orderTexts: `order_${string}`[] = ofUserText;
// @ts-expect-error: ids of another prefix
const orderIds: TypeID<'order'>[] = ofUserKind;

// @ts-expect-error: ids of another prefix
const order: TypeID<'order'> = named;
// @ts-expect-error: a text of another prefix
const orderText: `order_${string}` = typeid('user');
// @ts-expect-error: a UUID may have no instant
const known: Date = UUID.parse(made).time;
// @ts-expect-error: no such format
parse(made, 'guid');
// @ts-expect-error: an instant is an option
ulid(1469918176385);
// @ts-expect-error: a value is a BigInt
ULID.fromValue(1);
// @ts-expect-error: UUIDs of any version are read alone
new UUID();
// @ts-expect-error: ids do not change
id.text = 'x';
// @ts-expect-error: an end of a range that there is not
range('ulid', { from: 0, until: 1 });
// @ts-expect-error: an option that there is not
ulid({ length: 26 });
// @ts-expect-error: nothing of it is random
uid11Snowish({ random: true });
// @ts-expect-error: the words are those of the core
ulid({ onOverflow: 'run-ahead' });
// @ts-expect-error: errors are thrown by the package alone
new SortidError('no');
// @ts-expect-error: ids of another class
masker.mask(v7);
const validated = schema(TypeID, { prefix: 'user' })['~standard'].validate('user_01h2xcejqtf2nbrexx3vqjhp41');
const validUser: TypeID<'user'> | undefined = validated.issues ? undefined : validated.value;
const anyULID = schema(ULID)['~standard'].validate(1);
const validULID: ULID | undefined = anyULID.issues ? undefined : anyULID.value;
void [validUser, validULID];
// @ts-expect-error: a masked UUID is of version 8 or 4
new Masker(UUIDv7, new Uint8Array(16), { uuidVersion: 7 });
// What other packages call the same, and a class in place of a format's name.
const founds: Found[] = [made].flatMap(find);
const byClass: ULID = parse(made, ULID);
const same: ULID = parse(id);
const kinds: string[] = [new Generator(ULID).next(), newId(XID), id.toString('uuid'), convert(id, UUID), range(ULID, { at: 0 }).first, ULID.range({ from: 0 }).last];
const ofClass: UUID = id.as(UUID);
const prefixed: TypeID<'user'>[] = [new TypeID('user'), TypeID.new('user'), TypeID.new({ prefix: 'user' }), parse(made, { format: TypeID, prefix: 'user' })];
const withPrefixOption: `user_${string}`[] = [typeid({ prefix: 'user' }), new Generator(TypeID, { prefix: 'user' }).next()];
const sorted: ULID[] = [id, ULID.new()].sort(ULID.compare);
void [founds, byClass, same, kinds, ofClass, prefixed, withPrefixOption, sorted, new Masker('ulid', new Uint8Array(16))];
const guessed: string[] = [uuid7(), toUUID(made) ?? '', MAX_ULID, monotonicFactory()(), id.string, Ulid.generate().text, TypeID.create('user').getType(), ...userGenerator.take(3)];
const guessedTimes: Date[] = [id.getTimestamp(), id.createdAt];
const guessedIds: ULID[] = [ULID.fromString(made), Ulid.min, ULID.nil, ULID.next()];
const ofTemporal: string = ulid({ at: { epochNanoseconds: 1772323200000000000n } });
void [guessed, guessedTimes, guessedIds, ofTemporal, compare(id, same)];
// @ts-expect-error: Type 'Write<"uuidv7()">' has no call signatures
v4();
// @ts-expect-error: Type 'Write<"id.time.toISOString()">' has no call signatures
id.toISOString();

// The entries of one format.
const oneText: string = oneUlid({ at: new Date(), random: true });
const one: OneULID = OneClass.parse(oneText);
const oneTime: Date = one.time;
const oneUser: `user_${string}` = oneTypeid('user');
const oneNamed: OneTypeID<'user'> = parseTypeID(oneUser, 'user');
const oneSure: 'order' = new OneTypeID('order').prefix;
const oneOutcome = tryULID(oneText, { lenient: true });
const oneReason: Reason | undefined = oneOutcome.error?.reason;
const sameError: typeof SortidError = OneError;
void [one.compare(one), oneTime, oneNamed.suffix, oneSure, oneReason, sameError, oneEuid({ extension: 1, check: false }), OneEUID.fromUUID('x').hex, isUUID(1), OneUUID.fromValue(1n).uuid];
// @ts-expect-error A ULID has no extension.
oneUlid({ extension: 1 });
// @ts-expect-error An instant is a Date here.
oneUlid({ at: 1e12 });
// @ts-expect-error There is no new UUID.
new OneUUID();
// @ts-expect-error 64 bits are no UUID.
OneFlake.fromUUID('x');
// @ts-expect-error It has no fields.
one.fields;
