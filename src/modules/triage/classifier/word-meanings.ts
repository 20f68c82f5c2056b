import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { foldText } from '../../../shared/words';
import file from './meanings.json';

const wordMeaningsSchema = z.strictObject({
  about: z.array(z.string()),
  /** By meaning and language: words that are separated by spaces. */
  meanings: z.record(z.string(), z.record(z.enum(LOCALES), z.string())),
});

/** A word that contains a part of two letters has its meaning only if it is this short. */
const MAX_LENGTH_WITH_SHORT_PART = 4;
const SHORT_PART = 2;

type Index = Map<string, Set<string>>;

interface WordIndexes {
  readonly words: Index;
  readonly beginnings: Index;
  readonly parts: Index;
  readonly longestPart: number;
}

let loaded: WordIndexes | undefined;

function getIndexes(): WordIndexes {
  if (loaded) return loaded;
  const words: Index = new Map();
  const beginnings: Index = new Map();
  const parts: Index = new Map();
  for (const [meaning, byLanguage] of Object.entries(wordMeaningsSchema.parse(file).meanings)) {
    for (const written of Object.values(byLanguage).flatMap((list) => list.split(' '))) {
      const index = written.startsWith('~') ? parts : written.endsWith('~') ? beginnings : words;
      const key = foldText(written.replace('~', ''));
      index.set(key, (index.get(key) ?? new Set()).add(meaning));
    }
  }
  const longestPart = Math.max(...[...parts.keys(), ...beginnings.keys()].map(({ length }) => length));
  return (loaded = { words, beginnings, parts, longestPart });
}

/**
 * Returns the meanings of a word, in any language.
 * @param word folded
 */
export function meaningsOf(word: string): string[] {
  const { words, beginnings, parts, longestPart } = getIndexes();
  const found = new Set(words.get(word));
  for (let start = 0; start < word.length; start += 1) {
    const longest = Math.min(longestPart, word.length - start);
    for (let length = SHORT_PART; length <= longest; length += 1) {
      const part = word.slice(start, start + length);
      if (start === 0) for (const meaning of beginnings.get(part) ?? []) found.add(meaning);
      if (length === SHORT_PART && word.length > MAX_LENGTH_WITH_SHORT_PART) continue;
      for (const meaning of parts.get(part) ?? []) found.add(meaning);
    }
  }
  return [...found];
}
