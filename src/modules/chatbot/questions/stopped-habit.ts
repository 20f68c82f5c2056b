import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { PhraseMatcher } from './phrase-matcher';
import file from './stopped-habits.json';

const { phrases } = z
  .strictObject({
    about: z.array(z.string()),
    phrases: z.record(z.enum(LOCALES), z.array(z.string().min(1)).min(1)),
  })
  .parse(file);

let habits: PhraseMatcher | undefined;

/**
 * Returns whether a message is about stopping something else than a medicine, such as salt.
 * @param words from `splitWords`
 */
export function stopsHabit(words: readonly string[]): boolean {
  habits ??= new PhraseMatcher(Object.values(phrases).flat());
  return habits.find(words).size > 0;
}
