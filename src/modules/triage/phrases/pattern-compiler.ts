import type { PatternWords } from './pattern-words';
import { foldText } from '../../../shared/words';

/** One element of a pattern: a gap of up to four words, or alternatives. */
type Element = 'gap' | Alternatives;

/** The words, lists and numbers that may stand at one position of a pattern. */
export interface Alternatives {
  /** Ids of `PatternWords`. */
  readonly wordIds: readonly number[];
  readonly lists: readonly string[];
  readonly ranges: readonly { readonly min: number; readonly max: number }[];
}

export type Pattern = readonly Element[];

/** One array for all: thousands of empty ones would take memory. */
const NONE: readonly never[] = [];

/** Words that folding would not change. The files have tens of thousands of them, so folding is skipped. */
const FOLDED = /^[a-z\d~!]+$/;

/** Compiles the phrases of the rule files to patterns. `about` in danger-signs.en.json describes their syntax. */
export class PatternCompiler {
  /** The patterns of the lists that the compiled phrases contain. */
  readonly compiledLists = new Map<string, readonly Pattern[]>();
  private readonly openLists = new Set<string>();
  private readonly alternatives = new Map<string, Alternatives>();

  constructor(
    private readonly words: PatternWords,
    private readonly lists: Readonly<Record<string, readonly string[]>>,
    private readonly everyWordTakesPrefix: boolean,
  ) {}

  /** @throws Error that names the invalid part of the phrase */
  compile(phrase: string): Pattern {
    const elements = phrase
      .trim()
      .split(/\s+/)
      .map((token) => (token === '*' ? 'gap' : this.compileAlternatives(token, phrase)));
    const [first] = elements;
    if (!first || first === 'gap') throw new Error(`The phrase "${phrase}" has no first word.`);
    return elements;
  }

  private compileList(name: string): void {
    if (this.compiledLists.has(name)) return;
    const phrases = this.lists[name];
    if (!phrases) throw new Error(`There is no list "${name}".`);
    if (this.openLists.has(name)) throw new Error(`The list "${name}" is part of itself.`);
    this.openLists.add(name);
    const patterns = phrases.map((phrase) => this.compile(phrase));
    this.openLists.delete(name);
    this.compiledLists.set(name, patterns);
  }

  private compileAlternatives(token: string, phrase: string): Alternatives {
    const compiled = this.alternatives.get(token);
    if (compiled) return compiled;
    const alternatives = this.parseAlternatives(token, phrase);
    this.alternatives.set(token, alternatives);
    return alternatives;
  }

  private parseAlternatives(token: string, phrase: string): Alternatives {
    const parts = token.split('|');
    const lists = parts.filter((part) => part.startsWith('@')).map((part) => part.slice(1));
    for (const name of lists) this.compileList(name);
    const ranges = parts.filter((part) => part.startsWith('#')).map((part) => parseRange(part, phrase));
    const words = parts.filter((part) => !/^[@#]/.test(part));
    return {
      wordIds: words.map((word) => this.addWord(word, phrase)),
      lists: lists.length > 0 ? lists : NONE,
      ranges: ranges.length > 0 ? ranges : NONE,
    };
  }

  private addWord(token: string, phrase: string): number {
    const parts = /^(~?)([\p{L}\p{N}]+)(~?)(!?)$/u.exec(FOLDED.test(token) ? token : foldText(token));
    if (!parts) throw new Error(`"${token}" in the phrase "${phrase}" is no word.`);
    const [, prefix, text = '', stem, exact] = parts;
    return this.words.add({
      text,
      isStem: stem === '~',
      takesPrefix: prefix === '~' || this.everyWordTakesPrefix,
      isExact: exact === '!',
    });
  }
}

function parseRange(token: string, phrase: string): { min: number; max: number } {
  const range = /^#(?:(\d+)-(\d+))?$/.exec(token);
  if (!range) throw new Error(`"${token}" in the phrase "${phrase}" is no number.`);
  return { min: Number(range[1] ?? 0), max: Number(range[2] ?? Infinity) };
}
