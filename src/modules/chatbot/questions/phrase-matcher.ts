import { LOCALES, type Locale } from '../../../shared/locale';
import { addTo } from '../../../shared/groups';
import { foldText, isPunctuation } from '../../../shared/words';
import { formsOfPhraseWord, formsOfWord } from './arabic-clitics';

/** The maximum number of words that `*` matches. */
const MAX_GAP_WORDS = 3;
const INDEX_KEY_LENGTH = 3;
/** Words that look like the plural of another one: `dois` (two) is no form of `dói` (hurts). */
const NO_PLURALS: ReadonlySet<string> = new Set(['dois']);
/** The key of phrases whose first word may begin with any letters, such as `~end`: each word is compared with them. */
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
      for (const key of new Set(first.map(keyOfAlternative)))
        addTo(this.phrasesByKey, key, { text, clauses });
    }
  }

  /**
   * Returns the phrases that occur in a message, as they were given to the constructor.
   * @param words from `splitWords`
   */
  find(words: readonly string[]): ReadonlySet<string> {
    const message = new Message(words);
    const candidates = new Set(
      [ANY_WORD_KEY, ...message.keys()].flatMap((key) => this.phrasesByKey.get(key) ?? []),
    );
    const found = [...candidates].filter(({ clauses }) => clauses.every((parts) => message.contains(parts)));
    return new Set(found.map(({ text }) => text));
  }
}

/** The words of a message, with the positions of each, so that a phrase is not compared with every word. */
class Message {
  private readonly forms: readonly WordForms[];
  private readonly positions = new Map<string, number[]>();
  private readonly wordsByKey = new Map<string, string[]>();
  private readonly positionsByAlternative = new Map<string, readonly number[]>();

  constructor(words: readonly string[]) {
    this.forms = words.map(formsOfWord);
    this.forms.forEach((ofWord, position) => {
      for (const form of ofWord) {
        if (!this.positions.has(form)) addTo(this.wordsByKey, keyOf(form), form);
        addTo(this.positions, form, position);
      }
    });
  }

  keys(): Iterable<string> {
    return this.wordsByKey.keys();
  }

  contains(parts: readonly Part[]): boolean {
    const [first] = parts;
    if (first === undefined || first === '*') return false;
    // Most phrases have a word that the message does not have, and the first one may be all over it.
    return (
      parts.every((part) => part === '*' || part.some((one) => this.positionsOf(one).length > 0)) &&
      first.some((one) => this.positionsOf(one).some((position) => occursAt(parts, this.forms, position)))
    );
  }

  /** Returns the positions of the words that an alternative matches. */
  private positionsOf(one: string): readonly number[] {
    const known = this.positionsByAlternative.get(one);
    if (known) return known;
    const positions = this.wordsLike(one).flatMap((word) => this.positions.get(word) ?? []);
    this.positionsByAlternative.set(one, positions);
    return positions;
  }

  private wordsLike(one: string): readonly string[] {
    if (!one.includes('~')) return [one, `${one}s`].filter((word) => matchesOne(word, one));
    const key = keyOfAlternative(one);
    const words = key === ANY_WORD_KEY ? [...this.positions.keys()] : (this.wordsByKey.get(key) ?? []);
    return words.filter((word) => matchesOne(word, one));
  }
}

function partsOf(clause: string): Part[] {
  const parts = clause.match(/~?[\p{L}\p{N}]+~?(?:\|~?[\p{L}\p{N}]+~?)*|\*/gu) ?? [];
  return parts.map((part) => (part === '*' ? part : part.split('|').flatMap(formsOfPhraseWord)));
}

/** Returns the key of the words that an alternative may match: any, if it leaves their first letters open. */
function keyOfAlternative(one: string): string {
  const isOpen = one.startsWith('~') || (one.endsWith('~') && one.length <= INDEX_KEY_LENGTH);
  return isOpen ? ANY_WORD_KEY : keyOf(one);
}

function keyOf(word: string): string {
  return word.slice(0, INDEX_KEY_LENGTH);
}

function occursAt(parts: readonly Part[], words: readonly WordForms[], start: number): boolean {
  let at = start;
  for (const [index, part] of parts.entries()) {
    if (part === '*') return occursAfterGap(parts.slice(index + 1), words, at);
    if (!matches(words[at], part)) return false;
    at += 1;
  }
  return true;
}

function occursAfterGap(rest: readonly Part[], words: readonly WordForms[], start: number): boolean {
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
  return word === one || (word === `${one}s` && !NO_PLURALS.has(word));
}

/** Returns how many words a phrase has: the more, the more of a message it explains. */
export function countWords(phrase: string): number {
  return phrase.split(' ').filter((word) => !'*&'.includes(word)).length;
}

/** Returns a matcher of the phrases of each language. */
export function createMatchers(
  phrasesIn: (locale: Locale) => readonly string[],
): ReadonlyMap<Locale, PhraseMatcher> {
  return new Map(LOCALES.map((locale) => [locale, new PhraseMatcher(phrasesIn(locale))]));
}
