// Inflates raw DEFLATE (RFC 1951). Hosts inflate only asynchronously; a module that is ready at its import
// cannot wait.

// A Huffman code by the lengths of its symbols' codes: how many there are of each length, and the symbols in
// code order.
function codeOf(lengths) {
  const counts = new Array(16).fill(0);
  for (const length of lengths) ++counts[length];
  counts[0] = 0;
  const symbols = lengths.map((_, symbol) => symbol).filter((symbol) => lengths[symbol] !== 0);
  symbols.sort((a, b) => lengths[a] - lengths[b] || a - b);
  return { counts, symbols };
}

const repeated = (...runs) => runs.flatMap(([times, length]) => new Array(times).fill(length));
const fixed = () => [codeOf(repeated([144, 8], [112, 9], [24, 7], [8, 8])), codeOf(repeated([30, 5]))];
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// How many further bits a length or distance symbol has, and the value that these are added to (section
// 3.2.5).
function steps(first, symbols, bitsOf) {
  let base = first;
  return Array.from({ length: symbols }, (_, symbol) => {
    const step = { base, bits: bitsOf(symbol) };
    base += 1 << step.bits;
    return step;
  });
}
const lengthSteps = steps(3, 28, (symbol) => Math.max(0, (symbol >> 2) - 1));
lengthSteps.push({ base: 258, bits: 0 });
const distanceSteps = steps(1, 30, (symbol) => Math.max(0, (symbol >> 1) - 1));

/** The `size` bytes that `from` was made of. */
export function inflate(from, size) {
  const to = new Uint8Array(size);
  let read = 0; // bits
  let written = 0;

  function bits(count) {
    let value = 0;
    for (let i = 0; i < count; ++i, ++read) value |= ((from[read >> 3] >> (read & 7)) & 1) << i;
    return value;
  }
  function symbolOf({ counts, symbols }) {
    let code = 0;
    let first = 0; // code of this length
    let index = 0; // of its symbol
    for (let length = 1; length < 16; ++length) {
      code |= bits(1);
      if (code - first < counts[length]) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new Error('damaged DEFLATE data');
  }
  function dynamic() {
    const [literals, distances, lengthCodes] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const order = new Array(19).fill(0);
    for (let i = 0; i < lengthCodes; ++i) order[lengthOrder[i]] = bits(3);
    const lengthCode = codeOf(order);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const symbol = symbolOf(lengthCode);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16) lengths.push(...repeated([3 + bits(2), lengths.at(-1)]));
      else lengths.push(...repeated([symbol === 17 ? 3 + bits(3) : 11 + bits(7), 0]));
    }
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
  }
  function compressed([literalCode, distanceCode]) {
    const stepped = ({ base, bits: more }) => base + bits(more);
    for (let symbol; (symbol = symbolOf(literalCode)) !== 256;) {
      if (symbol < 256) {
        to[written++] = symbol;
        continue;
      }
      const end = written + stepped(lengthSteps[symbol - 257]);
      const distance = stepped(distanceSteps[symbolOf(distanceCode)]);
      for (; written < end; ++written) to[written] = to[written - distance];
    }
  }
  function stored() {
    const begin = ((read + 7) >> 3) + 4; // behind the length and its complement
    const count = from[begin - 4] | (from[begin - 3] << 8);
    to.set(from.subarray(begin, begin + count), written);
    written += count;
    read = (begin + count) << 3;
  }

  for (let last = false; !last;) {
    last = bits(1) === 1;
    const kind = bits(2);
    if (kind === 0) stored();
    else compressed(kind === 1 ? fixed() : dynamic());
  }
  return to;
}
