import { convert, parse, range, tryParse, typeid } from 'sortid';

console.log(typeid('user')); // a new id; ulid(), uuidv7(), euid(), xid(), … make others
console.log(parse('01ARZ3NDEKTSV4RRFFQ69G5FAV').time.toISOString());
console.log(convert('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'uuid'));

const { id, error } = tryParse('8ZZZZZZZZZZZZZZZZZZZZZZZZZ');
if (!id) console.log(error.reason, error.position);

const { first, last } = range('ulid', { from: '2024-01-01', to: '2024-02-01' });
console.log(first, last); // for BETWEEN
