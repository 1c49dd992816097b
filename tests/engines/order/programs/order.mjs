// Sorts the lines of standard input as the first word says, and prints their numbers in order.
import { readFileSync } from 'node:fs';

const less = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const ways = {
  '<': [String, less],
  localeCompare: [String, (a, b) => a.localeCompare(b, 'en')],
  Number: [Number, less],
  BigInt: [BigInt, less],
  'Buffer.compare': [line => Buffer.from(line, 'hex'), Buffer.compare],
};
const [read, compare] = ways[process.argv[2]];
const cells = readFileSync(0, 'utf8').trim().split('\n').map(read);
console.log([...cells.keys()].sort((a, b) => compare(cells[a], cells[b])).join('\n'));
