import { randomInt } from 'node:crypto';

/** Resources of FHIR stay below 20, inputs of procedures below 10. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** What JSON may have at most. */
export interface JsonLimits {
  /** Each value costs memory, even a short one. */
  readonly maxValues: number;
  /** Each new name of a field costs as much time as dozens of values. */
  readonly maxNames: number;
}

/** Returns an error text if parsing the JSON would take too much time or memory, else undefined. */
export function findExceededLimit(json: string, limits: JsonLimits): string | undefined {
  const steps = scanForExceededLimit(json, limits);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Characters of a piece of work, which takes some dozens of microseconds. */
const PART_LENGTH = 16_384;

/** As `findExceededLimit`, for long JSON: yields after each piece of work. */
export function* scanForExceededLimit(
  json: string,
  { maxValues, maxNames }: JsonLimits,
): Generator<void, string | undefined> {
  let partEnd = PART_LENGTH;
  let depth = 0;
  let values = 1;
  let stringStart = 0;
  let stringEnd = 0;
  const names = new Set<number>();
  for (let index = 0; index < json.length; index += 1) {
    if (index >= partEnd) {
      partEnd = index + PART_LENGTH;
      yield;
    }
    const char = json.charCodeAt(index);
    if (char === QUOTE) {
      stringStart = index + 1;
      stringEnd = findStringEnd(json, stringStart);
      index = stringEnd;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth += 1;
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
    else if (char === COMMA || char === COLON) values += 1;
    // The string before a colon is a name.
    if (char === COLON) names.add(hashName(json, stringStart, stringEnd));
    if (depth > MAX_DEPTH) return `the JSON is nested more than ${MAX_DEPTH} levels deep`;
    if (values > maxValues) return `the JSON has more than ${maxValues} values`;
    if (names.size > maxNames) return `the JSON has more than ${maxNames} different field names`;
  }
  return undefined;
}

/** Random, so that nobody can choose names that count as one. */
const HASH_SEED = randomInt(2 ** 31);

function hashName(json: string, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ json.charCodeAt(index), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Characters that are read one by one after an escaped quote: it is seldom alone. */
const ESCAPED_PART = 64;

/** Returns the index of the quote that ends a string, or the length of the JSON. */
function findStringEnd(json: string, start: number): number {
  for (let index = start; ;) {
    // A hundred times as fast as reading each character, which takes milliseconds for a string of 1 MB.
    const quote = json.indexOf('"', index);
    if (quote === -1) return json.length;
    if (!isEscaped(json, quote)) return quote;
    const end = Math.min(quote + ESCAPED_PART, json.length);
    for (index = quote + 1; index < end; index += 1) {
      const char = json.charCodeAt(index);
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) return index;
    }
  }
}

function isEscaped(json: string, index: number): boolean {
  let first = index;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (index - first) % 2 === 1;
}
