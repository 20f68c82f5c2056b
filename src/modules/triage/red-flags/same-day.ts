import { z } from 'zod';
import { type PhraseIndex, indexParts } from './phrase';
import file from './same-day-parts.json';

const text = z.string().min(1);

const sameDaySchema = z.strictObject({
  about: z.array(text),
  parts: z.record(z.string(), z.array(text).min(1)),
  conditions: z.record(z.string(), z.array(text).min(2)),
});

interface SameDay {
  readonly parts: PhraseIndex<string>;
  readonly conditions: readonly (readonly string[])[];
}

let loaded: SameDay | undefined;

function getSameDay(): SameDay {
  if (loaded) return loaded;
  const { parts, conditions } = sameDaySchema.parse(file);
  return (loaded = { parts: indexParts(parts), conditions: Object.values(conditions) });
}

/**
 * Returns whether a message describes what has to be seen the same day, such as a sore on the foot of somebody with diabetes.
 * @param words from `splitWords`, without the signs that it denies
 */
export function isForSameDay(words: readonly string[]): boolean {
  const { parts, conditions } = getSameDay();
  const found = parts.find(words);
  return conditions.some((condition) => condition.every((part) => found.has(part)));
}
