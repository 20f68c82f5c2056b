import { fold } from './phrases/words';
import type { Lexicon } from './lexicon';

/** Up to four other words, or one of several things. */
export type Element = 'gap' | Choice;

export interface Choice {
  /** Ids of words. */
  readonly ids: readonly number[];
  readonly lists: readonly string[];
  readonly numbers: readonly { readonly least: number; readonly most: number }[];
}

export type Pattern = readonly Element[];

/** What folding leaves as it is; most words of the files are such, and there are ten thousands. */
const FOLDED = /^[a-z\d~!]+$/;

/** Patterns as the data files write them; what they may hold is said there. */
export class PatternCompiler {
  private readonly compiled = new Map<string, readonly Pattern[]>();
  private readonly open = new Set<string>();
  private readonly choices = new Map<string, Choice>();

  constructor(
    private readonly lexicon: Lexicon,
    private readonly lists: Readonly<Record<string, readonly string[]>>,
    private readonly everyWordTakesPrefix: boolean,
  ) {}

  /** @throws Error naming what cannot be read */
  pattern(text: string): Pattern {
    const elements = text
      .trim()
      .split(/\s+/)
      .map((token) => (token === '*' ? 'gap' : this.choice(token, text)));
    const [first] = elements;
    if (!first || first === 'gap') throw new Error(`The phrase "${text}" has no first word.`);
    return elements;
  }

  list(name: string): readonly Pattern[] {
    const known = this.compiled.get(name);
    if (known) return known;
    const phrases = this.lists[name];
    if (!phrases) throw new Error(`There is no list "${name}".`);
    if (this.open.has(name)) throw new Error(`The list "${name}" is part of itself.`);
    this.open.add(name);
    const patterns = phrases.map((phrase) => this.pattern(phrase));
    this.open.delete(name);
    this.compiled.set(name, patterns);
    return patterns;
  }

  private choice(token: string, text: string): Choice {
    const known = this.choices.get(token);
    if (known) return known;
    const choice = this.readChoice(token, text);
    this.choices.set(token, choice);
    return choice;
  }

  private readChoice(token: string, text: string): Choice {
    const all = token.split('|');
    const lists = all.filter((each) => each.startsWith('@')).map((each) => each.slice(1));
    for (const name of lists) this.list(name);
    const ranges = all.filter((each) => each.startsWith('#')).map((each) => rangeOf(each, text));
    const words = all.filter((each) => !/^[@#]/.test(each));
    return { ids: words.map((word) => this.word(word, text)), lists, numbers: ranges };
  }

  private word(token: string, phrase: string): number {
    const parts = /^(~?)([\p{L}\p{N}]+)(~?)(!?)$/u.exec(FOLDED.test(token) ? token : fold(token));
    if (!parts) throw new Error(`"${token}" in the phrase "${phrase}" is no word.`);
    const [, prefix, text = '', stem, exact] = parts;
    return this.lexicon.add({
      text,
      isStem: stem === '~',
      takesPrefix: prefix === '~' || this.everyWordTakesPrefix,
      isExact: exact === '!',
    });
  }
}

function rangeOf(token: string, phrase: string): { least: number; most: number } {
  const range = /^#(?:(\d+)-(\d+))?$/.exec(token);
  if (!range) throw new Error(`"${token}" in the phrase "${phrase}" is no number.`);
  return { least: Number(range[1] ?? 0), most: Number(range[2] ?? Infinity) };
}
