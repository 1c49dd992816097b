// Copies a script with its lines of comment left empty, which is a sixth of it and keeps the numbers of the lines.
//   node without_comments.mjs from.js to.js
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);
writeFileSync(to, readFileSync(from, 'utf8').replace(/^ *\/\/.*$/gm, ''));
