// The examples of docs/js.md and docs/mask.md. The tests run them one after another, beside an ids.txt with one ULID a line.

// [new]
import { euid, typeid, uid11Snowish, ulid, ulidFlakeScalable } from 'sortid';

euid({ extension: 7 });            // and check: false
ulidFlakeScalable({ sid: 3 });
uid11Snowish({ machine: 12 });
typeid('user', { at: new Date('2024-01-01') });
ulid({ random: true });            // an independent draw, out of all order
// [/new]

// [generator]
import { Generator } from 'sortid';

const ids = new Generator('ulid', { onOverflow: 'wait' });
ids.next();
ids.many(1000);                     // an array of strings
ids.fill(new Uint8Array(16 * 1000)) // their values, 16 bytes each
// [/generator]

// [clone]
import { parse, ULID } from 'sortid';

const clone = structuredClone(new ULID());    // { formatName: 'ulid', text: '01…' }
const id = parse(clone.text, clone.formatName);
// [/clone]

// [batch]
import { readFileSync } from 'node:fs';
import { batch } from 'sortid';

const bytesOfTheFile = readFileSync('ids.txt');
const { values, count, error } = batch.fromText('ulid', bytesOfTheFile, { stride: 27 }); // one a line
batch.unixMs('ulid', values); // a Float64Array
batch.toText('ulid', values, { stride: 27 });
batch.toStrings('ulid', values);
// [/batch]

// [find]
import { find } from 'sortid/find';

const line = 'GET /orders/01ARZ3NDEKTSV4RRFFQ69G5FAV?after=user_01h2xcejqtf2nbrexx3vqjhp41 200';
const [found] = find(line); // .id, and line.slice(found.start, found.end)
// [/find]

// [looks]
import { looksLike } from 'sortid/looks-like';

const [look] = looksLike('0ujtsYcgvSTl8PAuAdqWYSMnLOv');
console.log(look.title, look.time); // a KSUID 2017-10-10T04:00:47.000Z
// [/looks]

// [mask]
import { TypeID } from 'sortid';
import { Masker } from 'sortid/mask';

const key = crypto.getRandomValues(new Uint8Array(32)); // for show; yours is where your program keeps its secrets
const masker = new Masker(TypeID, key);
const shown = masker.mask('user_01h2xcejqtf2nbrexx3vqjhp41').text; // user_…
masker.unmask(shown).text; // user_01h2xcejqtf2nbrexx3vqjhp41
// [/mask]

// [named]
import { NamedIds } from 'sortid/named';

const customers = new NamedIds(TypeID, key, { prefix: 'user' });
customers.at('2023-11-14T22:13:20Z', 'customers/4711').text; // user_…, the same each time
// [/named]

// [one_format]
import { isValid, uuidv7 } from 'sortid/uuidv7';

isValid(uuidv7()); // true
// [/one_format]
