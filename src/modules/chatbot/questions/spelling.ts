import { loadLanguageWords } from '../language/detect-language';
import { editDistance } from '../../../shared/edit-distance';
import { addTo } from '../../../shared/groups';
import { isCommonWord } from './common-words';
import { isMedicineName } from './questions';

/** A letter more or less makes another word of a shorter one. */
const MIN_LENGTH = 7;
const MIN_KNOWN_LENGTH = 6;
/** Of Latin letters: Arabic words have forms that differ by one letter. */
const LATIN = /^[a-z]+$/;
/** Endings of names of medicines, most of which differ little: prednisone is no prednisolone. */
const MEDICINE =
  /(?:ine|in|ina|one|ona|ole|ol|ium|ide|ida|ate|ato|ril|pam|vir|zole|mycin|micina|cillin|cilline|cilina)$/;

/** Finds the known word that a misspelt long one differs from by one letter. */
export class SpellingIndex {
  private readonly known = new Set<string>();
  /** By each word without one of its letters, and by the word itself. */
  private readonly byPart = new Map<string, string[]>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      this.known.add(word);
      if (isOrdinary(word, MIN_KNOWN_LENGTH))
        for (const part of partsOf(word)) addTo(this.byPart, part, word);
    }
  }

  /** Returns words with the misspelt long ones corrected, if only one known word is so close. */
  correct(words: readonly string[]): string[] {
    return words.map((word) => this.findKnown(word) ?? word);
  }

  private findKnown(word: string): string | undefined {
    if (!isOrdinary(word, MIN_LENGTH) || this.known.has(word) || this.known.has(word.replace(/s$/, '')))
      return undefined;
    const { catalogue, everyday } = loadLanguageWords();
    if (catalogue.has(word) || everyday.has(word) || isCommonWord(word)) return undefined;
    const close = new Set(
      partsOf(word)
        .flatMap((part) => this.byPart.get(part) ?? [])
        .filter((known) => known.startsWith(word.charAt(0)) && editDistance(word, known) === 1),
    );
    const doubled = [...close].filter((known) => withoutDoubles(known) === withoutDoubles(word));
    const [only, ...others] = doubled.length > 0 ? doubled : close;
    return others.length === 0 ? only : undefined;
  }
}

/** Returns whether a word is long enough, and no name of a medicine. */
function isOrdinary(word: string, minLength: number): boolean {
  return word.length >= minLength && LATIN.test(word) && !MEDICINE.test(word) && !isMedicineName(word);
}

/** "Familly" is English family rather than French famille. */
function withoutDoubles(word: string): string {
  return word.replace(/(.)\1/g, '$1');
}

/** Returns a word, and the word without each of its letters. */
function partsOf(word: string): string[] {
  const without = Array.from(word, (_letter, at) => word.slice(0, at) + word.slice(at + 1));
  return [...new Set([word, ...without])];
}
