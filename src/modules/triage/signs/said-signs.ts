import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { type PhraseIndex, indexParts } from '../red-flags/phrase';
import file from './said-parts.json';

/**
 * What an emergency says beside its signs: an object in the airway, a poison that was taken, a blood sugar that is high, a person
 * who does not answer; or that it
 * asks what to do if something happens, or how to recognise what nobody has.
 */
const RULES = [
  'choking',
  'poisonTaken',
  'onlyTabletsTaken',
  'highSugar',
  'unresponsive',
  'unresponsiveWithDiabetes',
  'asksIf',
  'asksInAdvance',
] as const;

export type SaidRule = (typeof RULES)[number];

const text = z.string().min(1);

const saidPartsSchema = z.strictObject({
  about: z.array(text),
  parts: z.record(z.string(), z.record(z.enum(LOCALES), z.array(text).min(1))),
  rules: z.record(
    z.enum(RULES),
    z.strictObject({ parts: z.array(z.array(text).min(1)).min(1), without: z.array(text) }),
  ),
});

interface SaidParts {
  /** In all languages, because people mix them. */
  readonly parts: PhraseIndex<string>;
  readonly rules: z.output<typeof saidPartsSchema>['rules'];
}

let loaded: SaidParts | undefined;

function getSaidParts(): SaidParts {
  if (loaded) return loaded;
  const { parts, rules } = saidPartsSchema.parse(file);
  const ofAllLanguages = Object.entries(parts).map(
    ([part, byLanguage]) => [part, Object.values(byLanguage).flat()] as const,
  );
  return (loaded = { parts: indexParts(Object.fromEntries(ofAllLanguages)), rules });
}

/**
 * Returns which rules the words of an emergency meet.
 * @param words from `splitWords`, without the signs that the message denies
 */
export function findMetRules(words: readonly string[]): ReadonlySet<SaidRule> {
  const { parts, rules } = getSaidParts();
  const found = parts.find(words);
  return new Set(
    RULES.filter((rule) => {
      const { parts: lists, without } = rules[rule];
      return (
        lists.some((list) => list.every((part) => found.has(part))) &&
        !without.some((part) => found.has(part))
      );
    }),
  );
}
