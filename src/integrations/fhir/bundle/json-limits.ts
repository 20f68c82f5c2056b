/** Most objects and arrays inside each other. FHIR’s own resources stay below 20. */
const DEEPEST = 64;

/** Most values: each costs memory, whatever its length. A Bundle of 10 MB as systems write them has about 400,000. */
const MOST_VALUES = 1_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Says what makes a JSON text costly to parse, before it is parsed; undefined where nothing does. */
export function findExceededLimit(json: string): string | undefined {
  let depth = 0;
  let values = 1;
  let quoted = false;
  for (let index = 0; index < json.length; index += 1) {
    const char = json.charCodeAt(index);
    if (quoted) {
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) quoted = false;
      continue;
    }
    if (char === QUOTE) quoted = true;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth += 1;
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
    else if (char === COMMA || char === COLON) values += 1;
    if (depth > DEEPEST) return `the JSON is nested more than ${DEEPEST} levels deep`;
    if (values > MOST_VALUES) return `the JSON has more than ${MOST_VALUES} values`;
  }
  return undefined;
}
