/** A token of JSON after spaces: a mark, a string, or another value (RFC 8259). */
const TOKEN =
  /[ \t\n\r]*(?:([[\]{},:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const SPACES = /[ \t\n\r]*/y;

type Expected = 'value' | 'first element' | 'first name' | 'name' | 'colon' | 'next';

/** In longer texts, the search would take many times as long as `JSON.parse`. */
const MAX_SEARCHED_LENGTH = 16_000;

/**
 * Returns where a text stops being JSON, without anything of the text: `unexpected character (line 1, column 28)`. Undefined if it is
 * JSON or too long to be searched. The messages of `JSON.parse` quote the text, and mostly have no position.
 */
export function findJsonError(text: string): string | undefined {
  if (text.length > MAX_SEARCHED_LENGTH) return undefined;
  const open: string[] = [];
  let expected: Expected = 'value';
  let position = 0;
  for (;;) {
    TOKEN.lastIndex = position;
    const match = TOKEN.exec(text);
    if (!match) break;
    const [token, mark, string] = match;
    const following = nextExpected({ expected, open, mark, isString: string !== undefined });
    if (!following) break;
    expected = following;
    position += token.length;
  }
  SPACES.lastIndex = position;
  const end = position + (SPACES.exec(text)?.[0].length ?? 0);
  if (end < text.length) return `unexpected character ${writePosition(text, end)}`;
  return expected === 'next' && open.length === 0
    ? undefined
    : `it ends too early ${writePosition(text, end)}`;
}

interface Step {
  readonly expected: Expected;
  /** The open brackets, which the step changes. */
  readonly open: string[];
  readonly mark: string | undefined;
  readonly isString: boolean;
}

/** Returns what comes after a token; undefined if the token is none of what was expected. */
function nextExpected({ expected, open, mark, isString }: Step): Expected | undefined {
  if (expected === 'first name' && mark === '}') return close(open);
  if (expected === 'first name' || expected === 'name') return isString ? 'colon' : undefined;
  if (expected === 'colon') return mark === ':' ? 'value' : undefined;
  if (expected === 'next') {
    const inside = open.at(-1);
    if (mark === ',' && inside !== undefined) return inside === '{' ? 'name' : 'value';
    return (mark === '}' && inside === '{') || (mark === ']' && inside === '[') ? close(open) : undefined;
  }
  if (expected === 'first element' && mark === ']') return close(open);
  if (mark === '{' || mark === '[') {
    open.push(mark);
    return mark === '{' ? 'first name' : 'first element';
  }
  return mark === undefined ? 'next' : undefined;
}

function close(open: string[]): Expected {
  open.pop();
  return 'next';
}

function writePosition(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `(line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1})`;
}
