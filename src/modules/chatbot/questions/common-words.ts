import { z } from 'zod';
import data from './lookalike-words.json';

const { words } = z
  .strictObject({ about: z.array(z.string()), words: z.record(z.string(), z.string().min(1)) })
  .parse(data);

const COMMON_WORDS: ReadonlySet<string> = new Set(Object.values(words).flatMap((list) => list.split(' ')));

/** Whether a folded word is a usual word that looks like a term, and so not a misspelt one: `demande` is not `démange`. */
export function isCommonWord(word: string): boolean {
  return COMMON_WORDS.has(word);
}
