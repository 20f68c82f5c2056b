import type { Verdict } from '../../../triage';
import { TEXT_FIELD, parseVerdict } from './verdict-format';

/** Longer objects are no verdict. */
const MAX_VERDICT_CHARACTERS = 2_000;
/** Space, and the end of a fence. */
const MAX_IGNORED_CHARACTERS = 1_000;

/** How the object begins, perhaps in a fence, in a text of a server that ignores `response_format`. */
const OBJECT_START = new RegExp(
  String.raw`(?:\u0060{3}(?:json)?\s{0,9})?\{\s{0,99}"(?:signs|urgency|urgency_is_sure|${TEXT_FIELD})"\s{0,99}:`,
);
/** What may become the start of the object with the next chunk. */
const POSSIBLE_START =
  /(?:`{1,3}|`{3}(?:j|js|jso|json)?\s{0,9}|(?:`{3}(?:json)?\s{0,9})?\{\s{0,99}(?:"[a-z_]{0,20}(?:"\s{0,99})?)?)$/;

/** A JSON string begins: the value of the text's field. */
const TEXT_START = new RegExp(String.raw`"${TEXT_FIELD}"\s*:\s*"$`);

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };

/**
 * Splits a streamed reply into the model's verdict and the text for the person. The reply is an object of `RESPONSE_FORMAT`, or,
 * of servers that ignore it, a text, an object and a text after it, or an object within a text. No part of the object but its
 * text is returned, however malformed it is.
 */
export class StructuredReplyReader {
  private state: 'text' | 'object' | 'string' | 'ended' = 'text';
  /** Input that is not yet read, or the object until its text begins. */
  private pending = '';
  private isAfterObject = false;
  private found: Verdict | undefined;
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
      if (state === 'text') text += this.readText();
      else if (state === 'object') this.readObject();
      else if (state === 'string') text += this.readString();
      else this.ignoreRest();
      if (this.state === state) return text;
    }
  }

  /** Ends the reply, and returns the rest of its text. */
  flush(): string {
    const rest = this.state === 'text' ? this.pending : '';
    this.pending = '';
    return rest;
  }

  private ignoreRest(): void {
    this.ignored += this.pending.length;
    this.pending = '';
  }

  private readText(): string {
    if (this.isAfterObject) {
      if (/^\s{0,99}`{0,2}$/.test(this.pending)) return '';
      this.pending = this.pending.replace(/^\s*`{3}/, '');
      this.isAfterObject = false;
    }
    const start = OBJECT_START.exec(this.pending);
    if (start) {
      const before = this.pending.slice(0, start.index);
      this.pending = this.pending.slice(start.index).replace(/^[^{]*/, '');
      this.state = 'object';
      return before;
    }
    const possible = POSSIBLE_START.exec(this.pending);
    const certain = this.pending.slice(0, possible?.index);
    this.pending = this.pending.slice(certain.length);
    return certain;
  }

  /** Reads the object until its text begins, or to its end if it has none. */
  private readObject(): void {
    const { pending } = this;
    let depth = 0;
    let isString = false;
    const limit = Math.min(pending.length, MAX_VERDICT_CHARACTERS);
    for (let index = 0; index < limit; index += 1) {
      const character = pending[index];
      if (isString) {
        if (character === '\\') index += 1;
        else if (character === '"') isString = false;
        continue;
      }
      if (character === '"') {
        isString = true;
        if (depth !== 1 || !TEXT_START.test(pending.slice(0, index + 1))) continue;
        this.found ??= parseVerdict(`${pending.slice(0, index)}""}`);
        this.continueAs('string', index + 1);
        return;
      }
      if (character === '{' || character === '[') depth += 1;
      if (character === '}' || character === ']') depth -= 1;
      if (depth > 0) continue;
      this.found ??= parseVerdict(pending.slice(0, index + 1));
      this.isAfterObject = true;
      this.continueAs('text', index + 1);
      return;
    }
    if (pending.length >= MAX_VERDICT_CHARACTERS) this.continueAs('ended', pending.length);
  }

  private continueAs(state: 'text' | 'string' | 'ended', from: number): void {
    this.state = state;
    this.pending = this.pending.slice(from);
  }

  /** Reads the characters of the JSON string, which may also have line feeds that are not escaped. */
  private readString(): string {
    const { pending } = this;
    let text = '';
    let index = 0;
    while (index < pending.length) {
      const character = pending[index] ?? '';
      if (character === '"') {
        this.continueAs('ended', index + 1);
        return text;
      }
      const escape = character === '\\' ? readEscape(pending.slice(index, index + 6)) : undefined;
      if (escape === 'incomplete') break;
      text += escape ? escape.text : character;
      index += escape ? escape.length : 1;
    }
    this.pending = pending.slice(index);
    return text;
  }
}

/** @param text from the backslash on, six characters if there are so many */
function readEscape(text: string): { text: string; length: number } | 'incomplete' {
  const [, kind = ''] = text;
  if (kind === 'u' && /^\\u[\da-f]{4}/i.test(text))
    return { text: String.fromCharCode(Number.parseInt(text.slice(2, 6), 16)), length: 6 };
  if (kind === '' || (kind === 'u' && text.length < 6)) return 'incomplete';
  return { text: ESCAPED[kind] ?? kind, length: 2 };
}
