import { addTo } from '../../../../shared/groups';
import { foldText, isPunctuation } from '../../../../shared/words';

/** The maximum number of words that `*` matches. */
const MAX_GAP_WORDS = 3;
const INDEX_KEY_LENGTH = 3;

interface Phrase {
  readonly text: string;
  /** Each is a word, `begin~` or `*`. */
  readonly parts: readonly string[];
}

/**
 * Finds phrases in messages, on word boundaries. A word also matches its plural in -s, `begin~` matches every word that
 * begins so, and `*` matches up to three other words.
 */
export class PhraseMatcher {
  /** By the first letters of the phrase, so that each word is compared with few phrases. */
  private readonly phrasesByKey = new Map<string, Phrase[]>();

  constructor(phrases: Iterable<string>) {
    for (const text of new Set(phrases)) {
      const parts = foldText(text).match(/[\p{L}\p{N}]+~?|\*/gu) ?? [];
      const key = parts[0]?.replace('~', '').slice(0, INDEX_KEY_LENGTH);
      if (!key) throw new Error(`The phrase "${text}" has no first word.`);
      addTo(this.phrasesByKey, key, { text, parts });
    }
  }

  /**
   * Returns the phrases that occur in a message, as they were given to the constructor.
   * @param words from `splitWords`
   */
  find(words: readonly string[]): ReadonlySet<string> {
    const found = words.flatMap((word, start) =>
      (this.phrasesByKey.get(word.slice(0, INDEX_KEY_LENGTH)) ?? []).filter(({ parts }) =>
        occursAt(parts, words, start),
      ),
    );
    return new Set(found.map(({ text }) => text));
  }
}

function occursAt(parts: readonly string[], words: readonly string[], start: number): boolean {
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

function matches(word: string | undefined, part: string): boolean {
  if (word === undefined) return false;
  if (part.endsWith('~')) return word.startsWith(part.slice(0, -1));
  return word === part || word === `${part}s`;
}
