import { addTo } from '../../../../shared/groups';
import { foldText, isPunctuation } from '../../../../shared/words';
import { withoutArabicClitics } from './arabic-clitics';

/** The maximum number of words that `*` matches. */
const MAX_GAP_WORDS = 3;
const INDEX_KEY_LENGTH = 3;
/** The key of phrases whose first word is `~end`: they are compared with each word. */
const ANY_WORD_KEY = '';

/** Alternative words, each a word, `begin~` or `~end`; or `*`. */
type Part = readonly string[] | '*';

interface Phrase {
  readonly text: string;
  /** What `&` joins. */
  readonly clauses: readonly (readonly Part[])[];
}

/** A word of a message, and in Arabic also without its clitics. */
type WordForms = readonly string[];

/**
 * Finds phrases in messages, on word boundaries. A word also matches its plural in -s, and in Arabic with the article and
 * particles that are written together with it. `begin~` matches every word that begins so, `~end` every word that ends so,
 * `a|b` either word, and `*` up to three other words. What `&` joins may be anywhere in a message, in any order.
 */
export class PhraseMatcher {
  /** By the first letters of the phrase, so that each word is compared with few phrases. */
  private readonly phrasesByKey = new Map<string, Phrase[]>();

  constructor(phrases: Iterable<string>) {
    for (const text of new Set(phrases)) {
      const clauses = foldText(text).split('&').map(partsOf);
      const [first] = clauses[0] ?? [];
      if (clauses.some((parts) => parts.length === 0) || first === undefined || first === '*')
        throw new Error(`The phrase "${text}" has no first word.`);
      for (const key of new Set(
        first.map((word) => (word.startsWith('~') ? ANY_WORD_KEY : keyOf(word.replace('~', '')))),
      ))
        addTo(this.phrasesByKey, key, { text, clauses });
    }
  }

  /**
   * Returns the phrases that occur in a message, as they were given to the constructor.
   * @param words from `splitWords`
   */
  find(words: readonly string[]): ReadonlySet<string> {
    const forms = words.map(formsOf);
    const found = forms.flatMap((ofWord, start) =>
      this.candidates(ofWord).filter(
        ({ clauses: [first = [], ...others] }) =>
          occursAt(first, forms, start) &&
          others.every((parts) => forms.some((_word, at) => occursAt(parts, forms, at))),
      ),
    );
    return new Set(found.map(({ text }) => text));
  }

  private candidates(ofWord: WordForms): Phrase[] {
    const keys = new Set([ANY_WORD_KEY, ...ofWord.map(keyOf)]);
    return [...keys].flatMap((key) => this.phrasesByKey.get(key) ?? []);
  }
}

function partsOf(clause: string): Part[] {
  const parts = clause.match(/~?[\p{L}\p{N}]+~?(?:\|~?[\p{L}\p{N}]+~?)*|\*/gu) ?? [];
  return parts.map((part) => (part === '*' ? part : part.split('|').flatMap(formsOf)));
}

function formsOf(word: string): WordForms {
  const short = withoutArabicClitics(word);
  return short === undefined ? [word] : [word, short];
}

function keyOf(word: string): string {
  return word.slice(0, INDEX_KEY_LENGTH);
}

function occursAt(parts: readonly Part[], words: readonly WordForms[], start: number): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return true;
  if (part !== '*') return matches(words[start], part) && occursAt(rest, words, start + 1);
  for (let gap = 0; gap <= MAX_GAP_WORDS; gap += 1) {
    if (occursAt(rest, words, start + gap)) return true;
    const skipped = words[start + gap];
    if (skipped?.[0] === undefined || isPunctuation(skipped[0])) break;
  }
  return false;
}

function matches(ofWord: WordForms | undefined, part: readonly string[]): boolean {
  return (ofWord ?? []).some((word) => part.some((one) => matchesOne(word, one)));
}

function matchesOne(word: string, one: string): boolean {
  if (one.endsWith('~')) return word.startsWith(one.slice(0, -1));
  if (one.startsWith('~')) return word.endsWith(one.slice(1));
  return word === one || word === `${one}s`;
}
