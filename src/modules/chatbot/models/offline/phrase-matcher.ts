import { addTo } from '../../../../shared/groups';
import { foldText, isPunctuation } from '../../../../shared/words';

/** The maximum number of words that `*` matches. */
const MAX_GAP_WORDS = 3;
const INDEX_KEY_LENGTH = 3;

/** Alternative words, each a word or `begin~`; or `*`. */
type Part = readonly string[] | '*';

interface Phrase {
  readonly text: string;
  /** What `&` joins. */
  readonly clauses: readonly (readonly Part[])[];
}

/**
 * Finds phrases in messages, on word boundaries. A word also matches its plural in -s, `begin~`
 * matches every word that begins so, `a|b` either word, and `*` up to three other words. What `&` joins may be anywhere in a
 * message, in any order.
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
      for (const key of new Set(first.map((word) => keyOf(word.replace('~', '')))))
        addTo(this.phrasesByKey, key, { text, clauses });
    }
  }

  /**
   * Returns the phrases that occur in a message, as they were given to the constructor.
   * @param words from `splitWords`
   */
  find(words: readonly string[]): ReadonlySet<string> {
    const found = words.flatMap((word, start) =>
      (this.phrasesByKey.get(keyOf(word)) ?? []).filter(
        ({ clauses: [first = [], ...others] }) =>
          occursAt(first, words, start) &&
          others.every((parts) => words.some((_word, at) => occursAt(parts, words, at))),
      ),
    );
    return new Set(found.map(({ text }) => text));
  }
}

function partsOf(clause: string): Part[] {
  const parts = clause.match(/[\p{L}\p{N}]+~?(?:\|[\p{L}\p{N}]+~?)*|\*/gu) ?? [];
  return parts.map((part) => (part === '*' ? part : part.split('|')));
}

function keyOf(word: string): string {
  return word.slice(0, INDEX_KEY_LENGTH);
}

function occursAt(parts: readonly Part[], words: readonly string[], start: number): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return true;
  if (part !== '*') return matches(words[start], part) && occursAt(rest, words, start + 1);
  for (let gap = 0; gap <= MAX_GAP_WORDS; gap += 1) {
    if (occursAt(rest, words, start + gap)) return true;
    const skipped = words[start + gap];
    if (skipped === undefined || isPunctuation(skipped)) break;
  }
  return false;
}

function matches(word: string | undefined, part: readonly string[]): boolean {
  if (word === undefined) return false;
  return part.some((one) =>
    one.endsWith('~') ? word.startsWith(one.slice(0, -1)) : word === one || word === `${one}s`,
  );
}
