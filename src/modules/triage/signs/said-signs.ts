import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { Phrase, type PhraseIndex, indexParts, maskPhrases } from '../red-flags/phrase';
import file from './said-parts.json';

/**
 * What the words of a message say beside its signs: an object in the airway, a poison that was taken, a high blood sugar, much
 * blood, a person who does not answer or has fainted, or a question about the own death; a complaint that can be mild (vomiting,
 * diarrhoea, snoring); an age of months or years; a question what to do if something happens, or how to recognise what nobody has.
 */
const RULES = [
  'choking',
  'poisonTaken',
  'onlySwallowed',
  'onlyTabletsTaken',
  'highSugar',
  'bleeds',
  'vomits',
  'diarrhoea',
  'snores',
  'ofMonthsOrYears',
  'unresponsive',
  'unresponsiveWithDiabetes',
  'fainted',
  'faintedWithDiabetes',
  'wokeUp',
  'thinksOfOwnDeath',
  'asksIf',
  'asksInAdvance',
] as const;

export type SaidRule = (typeof RULES)[number];

const text = z.string().min(1);

const saidPartsSchema = z.strictObject({
  about: z.array(text),
  parts: z.record(z.string(), z.record(z.enum(LOCALES), z.array(text).min(1))),
  /** By part, the parts with words that do not count for it. */
  aside: z.record(text, z.array(text).min(1)),
  rules: z.record(
    z.enum(RULES),
    z.strictObject({ parts: z.array(z.array(text).min(1)).min(1), without: z.array(text) }),
  ),
});

interface SaidParts {
  /** In all languages, because people mix them. */
  readonly parts: PhraseIndex<string>;
  readonly aside: readonly { readonly part: string; readonly others: readonly Phrase[] }[];
  readonly rules: z.output<typeof saidPartsSchema>['rules'];
}

let loaded: SaidParts | undefined;

function getSaidParts(): SaidParts {
  if (loaded) return loaded;
  const { parts, aside, rules } = saidPartsSchema.parse(file);
  const ofAllLanguages = Object.entries(parts).map(
    ([part, byLanguage]) => [part, Object.values(byLanguage).flat()] as const,
  );
  const byPart = Object.fromEntries(ofAllLanguages);
  return (loaded = {
    parts: indexParts(byPart),
    aside: Object.entries(aside).map(([part, others]) => ({
      part,
      others: others.flatMap((other) => byPart[other] ?? []).map((phrase) => new Phrase(phrase)),
    })),
    rules,
  });
}

/** Returns the parts that a message has, each without the words that do not count for it. */
function findParts(words: readonly string[]): ReadonlySet<string> {
  const { parts, aside } = getSaidParts();
  const found = parts.find(words);
  const isOnlyAside = aside.filter(
    ({ part, others }) => found.has(part) && !parts.find(maskPhrases(words, others)).has(part),
  );
  for (const { part } of isOnlyAside) found.delete(part);
  return found;
}

/**
 * Returns which rules the words of an emergency meet.
 * @param words from `splitWords`, without the signs that the message denies
 */
export function findMetRules(words: readonly string[]): ReadonlySet<SaidRule> {
  const { rules } = getSaidParts();
  const found = findParts(words);
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
