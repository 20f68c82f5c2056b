import { z } from 'zod';
import type { CountryCode } from '../../access/country';
import { LOCALES, type Locale } from '../../pages/locale';
import arabic from './emergency-advice.ar.json';
import english from './emergency-advice.en.json';
import french from './emergency-advice.fr.json';
import portuguese from './emergency-advice.pt.json';
import swahili from './emergency-advice.sw.json';
import numbers from './emergency-numbers.json';
import { type Danger, DANGER_SIGNS, type DangerSign } from './signs';

/** So that it is read before it is too late. In characters. */
const LONGEST = 700;
const MOST_NUMBERS = 3;

/** First aid that allows drinks, and the signs beside which that may kill. */
const LEFT_OUT_BESIDE: Readonly<Partial<Record<DangerSign, readonly DangerSign[]>>> = {
  severeMalaria: ['poisoning'],
  dehydration: ['poisoning'],
  severePain: ['poisoning', 'bleeding'],
};

const text = z.string().min(1);

const adviceSchema = z.strictObject({
  /** What to do now, with `{numbers}`. */
  opening: text,
  /** The same where somebody thinks of suicide, without a number. */
  selfHarmOpening: text,
  /** Stands behind it where an ambulance has a number, with `{numbers}`. */
  selfHarmCall: text,
  /** With `{helpline}`. */
  helpline: text,
  /** Where no number is known. */
  localNumber: text,
  /** For the turns after an emergency. */
  reminder: text,
  /** What a small child may drink. */
  feeding: text,
  /** Each item is understood without the others; the one that matters most comes first. */
  firstAid: z.record(z.enum(DANGER_SIGNS), z.array(text).min(1)),
});

type Advice = z.infer<typeof adviceSchema>;

const dialled = z.array(z.string().regex(/^\d[\d ]*( \(.+\))?$/));

const numbersSchema = z.strictObject({
  about: z.array(text),
  countries: z.record(
    z.string().regex(/^[A-Z]{2}$/),
    z.strictObject({ general: dialled, ambulance: dialled, helpline: dialled, source: text }),
  ),
});

const files: Readonly<Record<Locale, unknown>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};
const advices = new Map(LOCALES.map((locale) => [locale, adviceSchema.parse(files[locale])]));
const countries = new Map(Object.entries(numbersSchema.parse(numbers).countries));

type Services = ReturnType<typeof countries.get>;

/** British English puts no comma before the last of a list. */
const listLocale: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr', pt: 'pt', ar: 'ar', sw: 'sw' };

function listed(calls: readonly string[], language: Locale): string {
  return new Intl.ListFormat(listLocale[language], { type: 'disjunction' }).format(
    calls.slice(0, MOST_NUMBERS),
  );
}

function adviceIn(language: Locale): Advice {
  const advice = advices.get(language);
  if (!advice) throw new Error(`There is no advice in ${language}.`);
  return advice;
}

function openingOf({ signs, language }: Danger, services: Services): string[] {
  const advice = adviceIn(language);
  const ambulance = services?.ambulance ?? [];
  if (!signs.includes('selfHarm')) {
    // Where no sign is named it may be a wish to die, of which not everybody should hear.
    const calls = [...ambulance, ...(signs.length > 0 ? (services?.general ?? []) : [])];
    const numbers = calls.length > 0 ? listed(calls, language) : advice.localNumber;
    return [advice.opening.replace('{numbers}', numbers)];
  }
  // The general numbers are often those of the police, and attempted suicide is a crime in some countries.
  const call =
    ambulance.length > 0 ? ` ${advice.selfHarmCall.replace('{numbers}', listed(ambulance, language))}` : '';
  const [helpline] = services?.helpline ?? [];
  return [
    advice.selfHarmOpening + call,
    ...(helpline ? [advice.helpline.replace('{helpline}', helpline)] : []),
  ];
}

/** The first aid for each sign, none that another sign forbids. */
function firstAidFor({ signs, language }: Danger): string[][] {
  const { firstAid, feeding } = adviceIn(language);
  const aidFor = (sign: DangerSign): string[] => firstAid[sign];
  if (signs.length === 0) return [];
  const others = signs.filter((sign) => sign !== 'smallChild');
  if (others.length === 0) return [[...aidFor('smallChild'), feeding]];
  const isForbidden = (sign: DangerSign): boolean =>
    (LEFT_OUT_BESIDE[sign] ?? []).some((other) => signs.includes(other));
  return [
    ...others.filter((sign) => !isForbidden(sign)).map(aidFor),
    // Last, as the child may be somebody else than the one in danger.
    ...(signs.includes('smallChild') ? [aidFor('smallChild')] : []),
  ];
}

/**
 * What to do now: where to go and whom to call, then first aid, for the most dangerous sign first, as much as 700 characters
 * hold: of each sign what matters most before the rest of any. Plain text in the language in which the danger was told.
 * @param country whose emergency numbers are named, where they are known
 */
export function emergencyAdvice(danger: Danger, country: CountryCode | undefined): string {
  const opening = openingOf(danger, country === undefined ? undefined : countries.get(country));
  const firstAid = firstAidFor(danger);
  const ranked = firstAid
    .flatMap((items, sign) => items.map((item, rank) => ({ item, sign, rank })))
    .sort((one, other) => one.rank - other.rank || one.sign - other.sign);
  let left = LONGEST - opening.join('\n').length;
  const kept = new Set<string>();
  for (const { item } of ranked) {
    if (item.length >= left) continue;
    left -= item.length + 1;
    kept.add(item);
  }
  const lines = firstAid.map((items) => items.filter((item) => kept.has(item)).join('\n'));
  return [...opening, ...lines.filter((line) => line !== '')].join('\n');
}

/** One sentence for the turns after an emergency, which may not be over. */
export function emergencyReminder(language: Locale): string {
  return adviceIn(language).reminder;
}
