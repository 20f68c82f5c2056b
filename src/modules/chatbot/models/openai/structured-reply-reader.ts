import type { Verdict } from '../../../triage';
import { TEXT_FIELD, parseVerdict } from './verdict-format';

/** Longer objects are no verdict. */
const MAX_VERDICT_CHARACTERS = 4_000;
/** Space, and the end of a fence. */
const MAX_IGNORED_CHARACTERS = 1_000;

const QUOTES = `"'“”‘’`;
const CLOSING_QUOTES: Readonly<Record<string, string>> = { '“': '”', '‘': '’' };
const FENCE = String.raw`\u0060{3}(?:[a-z]{1,9})?\s{0,99}`;

/** An object within a text begins with a name. */
const OBJECT_START = new RegExp(
  String.raw`(?:${FENCE})?\{\s{0,99}[${QUOTES}]?[a-z_]{1,40}[${QUOTES}]?\s{0,99}:`,
  'i',
);
/** What may become that start with the next chunk. */
const POSSIBLE_START = new RegExp(
  String.raw`(?:\u0060{1,2}|${FENCE}|(?:${FENCE})?\{\s{0,99}(?:[${QUOTES}]?[a-z_]{0,40}(?:[${QUOTES}]?\s{0,99})?)?)$`,
  'i',
);
/** At its very start the reply is an object whatever follows. */
const REPLY_START = new RegExp(String.raw`^\s*(?:${FENCE})?(?:\[\s{0,99})?\{`, 'i');
const POSSIBLE_REPLY_START = new RegExp(String.raw`^\s*(?:\u0060{0,2}|(?:${FENCE})?(?:\[\s{0,99})?)$`, 'i');
/** The object is in another one: `{"reply":{`. */
const WRAPPER = new RegExp(String.raw`^\{\s{0,99}[${QUOTES}]?\w{1,40}[${QUOTES}]?\s{0,99}:\s{0,99}(?=\{)`);

/** The value of the text's field begins. */
const TEXT_START = new RegExp(
  String.raw`[{,\s${QUOTES}]${TEXT_FIELD}[${QUOTES}]?\s{0,99}:\s{0,99}[${QUOTES}]`,
);
const TEXT_START_AT_END = new RegExp(`${TEXT_START.source}$`);
/** What follows the quote that ends the text; other quotes belong to it, escaped or not. */
const AFTER_TEXT = new RegExp(
  String.raw`^\s{0,99}(?:\}|,\s{0,99}(?:\}|[${QUOTES}]?(?:signs|urgency|urgency_is_sure)[${QUOTES}]?\s{0,99}:))`,
);
const POSSIBLE_AFTER_TEXT = new RegExp(
  String.raw`^\s{0,99}(?:,\s{0,99}[${QUOTES}]?[a-z_]{0,15}[${QUOTES}]?\s{0,99})?$`,
);

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };

/**
 * Splits a streamed reply into the model's verdict and the text for the person. The reply is an object of `RESPONSE_FORMAT`, or,
 * of servers that ignore it, a text, an object and a text after it, or an object within a text. No part of an object but its text
 * is returned, however malformed it is.
 */
export class StructuredReplyReader {
  private state: 'start' | 'text' | 'object' | 'string' | 'tail' = 'start';
  /** Input that is not yet read, or the object until its text begins. */
  private pending = '';
  private isAfterObject = false;
  /** Whether the object is in another one, whose fields may follow it. */
  private isWrapped = false;
  private closingQuote = '';
  private found: Verdict | undefined;
  private tail = '';
  private ignored = 0;

  /** The verdict, once it is read. */
  get verdict(): Verdict | undefined {
    return this.found;
  }

  /** Whether the server sends more after the end of the object, which is not read. */
  get isOverlong(): boolean {
    return this.ignored > MAX_IGNORED_CHARACTERS;
  }

  /** Adds a chunk, and returns the text that is certain. */
  push(chunk: string): string {
    this.pending += chunk;
    let text = '';
    for (;;) {
      const { state } = this;
      if (state === 'start') this.readStart();
      else if (state === 'text') text += this.readText();
      else if (state === 'object') this.readObject();
      else if (state === 'string') text += this.readString();
      else this.readTail();
      if (this.state === state) return text;
    }
  }

  /** Ends the reply, and returns the rest of its text. */
  flush(): string {
    const { state, pending } = this;
    this.pending = '';
    if (state === 'object') this.found ??= parseVerdict(pending);
    if (state === 'tail') this.found ??= parseVerdict(`{${this.tail}`);
    return state === 'start' || state === 'text' ? pending : '';
  }

  private readStart(): void {
    const start = REPLY_START.exec(this.pending);
    if (start) this.continueAs('object', start[0].length - 1);
    else if (!POSSIBLE_REPLY_START.test(this.pending)) this.state = 'text';
  }

  private readText(): string {
    if (this.isAfterObject) {
      if (this.isWrapped && /^\s*,/.test(this.pending)) {
        this.pending = this.pending.replace(/^\s*,/, '{');
        this.isAfterObject = false;
        this.state = 'object';
        return '';
      }
      if (/^[\s}\]]{0,99}`{0,2}$/.test(this.pending)) return '';
      this.pending = this.pending.replace(/^[\s}\]]{0,99}(?:`{3})?/, '');
      this.isAfterObject = false;
    }
    const start = OBJECT_START.exec(this.pending);
    if (start) {
      const before = this.pending.slice(0, start.index);
      this.continueAs('object', this.pending.indexOf('{', start.index));
      return before;
    }
    const possible = POSSIBLE_START.exec(this.pending);
    const certain = this.pending.slice(0, possible?.index);
    this.pending = this.pending.slice(certain.length);
    return certain;
  }

  /** Reads the object until its text begins, or to its end if it has none. */
  private readObject(): void {
    if (WRAPPER.test(this.pending)) {
      this.pending = this.pending.replace(WRAPPER, '');
      this.isWrapped = true;
    }
    const { pending } = this;
    const { textStart, end } = findParts(pending.slice(0, MAX_VERDICT_CHARACTERS));
    if (textStart !== undefined) {
      this.found ??= parseVerdict(`${pending.slice(0, textStart - 1)}""}`);
      const quote = pending[textStart - 1] ?? '';
      this.closingQuote = CLOSING_QUOTES[quote] ?? quote;
      this.continueAs('string', textStart);
    } else if (end !== undefined) {
      this.found ??= parseVerdict(pending.slice(0, end));
      this.isAfterObject = true;
      this.continueAs('text', end);
    } else if (pending.length >= MAX_VERDICT_CHARACTERS) {
      this.continueAs('tail', MAX_VERDICT_CHARACTERS);
    }
  }

  private continueAs(state: 'text' | 'object' | 'string' | 'tail', from: number): void {
    this.state = state;
    this.pending = this.pending.slice(from);
  }

  /** Reads the characters of the JSON string, which may also have line feeds and quotes that are not escaped. */
  private readString(): string {
    const { pending } = this;
    let text = '';
    let index = 0;
    while (index < pending.length) {
      const character = pending[index] ?? '';
      if (character === this.closingQuote) {
        const after = pending.slice(index + 1, index + 250);
        if (AFTER_TEXT.test(after)) {
          this.continueAs('tail', index + 1);
          return text;
        }
        if (POSSIBLE_AFTER_TEXT.test(after)) break;
      }
      const escape = character === '\\' ? readEscape(pending.slice(index, index + 6)) : undefined;
      if (escape === 'incomplete') break;
      text += escape ? escape.text : character;
      index += escape ? escape.length : 1;
    }
    this.pending = pending.slice(index);
    return text;
  }

  /** Keeps what follows the text, for a verdict that a model writes after it. */
  private readTail(): void {
    this.tail = (this.tail + this.pending).replace(/^\s*,/, '').slice(0, MAX_VERDICT_CHARACTERS);
    this.ignored += this.pending.length;
    this.pending = '';
  }
}

/** Where the text of an object begins and where the object ends; undefined if that may still come. */
interface ObjectParts {
  readonly textStart?: number;
  readonly end?: number;
}

/** Reads an object. If its quotes are not JSON's, nobody knows what is within a string. */
function findParts(object: string): ObjectParts {
  const isJson = /^\{\s*"/.test(object);
  const start = isJson ? undefined : TEXT_START.exec(object);
  let depth = 0;
  let isString = false;
  for (let index = 0; index < object.length; index += 1) {
    const character = object[index];
    if (start?.index === index) return { textStart: index + start[0].length };
    if (isString && character === '\\') index += 1;
    else if (isJson && character === '"') {
      isString = !isString;
      if (isString && depth === 1 && TEXT_START_AT_END.test(object.slice(0, index + 1)))
        return { textStart: index + 1 };
    } else if (isString) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return { end: index + 1 };
  }
  return {};
}

/** @param text from the backslash on, six characters if there are so many */
function readEscape(text: string): { text: string; length: number } | 'incomplete' {
  const [, kind = ''] = text;
  if (kind === 'u' && /^\\u[\da-f]{4}/i.test(text))
    return { text: String.fromCharCode(Number.parseInt(text.slice(2, 6), 16)), length: 6 };
  if (kind === '' || (kind === 'u' && text.length < 6)) return 'incomplete';
  return { text: ESCAPED[kind] ?? kind, length: 2 };
}
