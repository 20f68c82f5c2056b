/** Resources of FHIR stay below 20. */
const MAX_DEPTH = 64;

/** Each value costs memory, even a short one. A typical Bundle of 10 MB has about 400,000. */
const MAX_VALUES = 1_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Returns an error text if parsing the JSON would use too much memory, else undefined. */
export function findExceededLimit(json: string): string | undefined {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const char = json.charCodeAt(index);
    if (isInString) {
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) isInString = false;
      continue;
    }
    if (char === QUOTE) isInString = true;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth += 1;
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
    else if (char === COMMA || char === COLON) values += 1;
    if (depth > MAX_DEPTH) return `the JSON is nested more than ${MAX_DEPTH} levels deep`;
    if (values > MAX_VALUES) return `the JSON has more than ${MAX_VALUES} values`;
  }
  return undefined;
}
