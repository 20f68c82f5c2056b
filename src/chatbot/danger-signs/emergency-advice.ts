import { z } from 'zod';
import type { CountryCode } from '../../access/country';
import { LOCALES, type Locale } from '../../pages/locale';
import arabic from './emergency-advice.ar.json';
import english from './emergency-advice.en.json';
import french from './emergency-advice.fr.json';
import portuguese from './emergency-advice.pt.json';
import swahili from './emergency-advice.sw.json';
import numbers from './emergency-numbers.json';
import { type Danger, DANGER_SIGNS } from './signs';

/** So that it is read before it is too late. In characters. */
const LONGEST = 700;
const MOST_NUMBERS = 3;

const text = z.string().min(1);

const adviceSchema = z.strictObject({
  /** What to do now, with `{numbers}`. */
  opening: text,
  /** The same to somebody who thinks of suicide, where that is all. */
  selfHarmOpening: text,
  /** With `{helpline}`. */
  helpline: text,
  /** Where no number is known. */
  localNumber: text,
  /** Stands between two numbers. */
  alternative: z.string(),
  firstAid: z.record(z.enum(DANGER_SIGNS), text),
});

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

/**
 * What to do now: where to go and whom to call, then first aid, for the most dangerous sign first, in as many sentences as 700
 * characters hold. Plain text in the language in which the danger was told.
 * @param country whose emergency numbers are named, where they are known
 */
export function emergencyAdvice({ signs, language }: Danger, country: CountryCode | undefined): string {
  const advice = advices.get(language);
  if (!advice) throw new Error(`There is no advice in ${language}.`);
  const services = country === undefined ? undefined : countries.get(country);
  const calls = [...(services?.ambulance ?? []), ...(services?.general ?? [])].slice(0, MOST_NUMBERS);
  const [helpline] = services?.helpline ?? [];
  const isSelfHarm = signs.includes('selfHarm');
  const opening = signs.every((sign) => sign === 'selfHarm') ? advice.selfHarmOpening : advice.opening;

  const lines = [
    opening.replace('{numbers}', calls.length > 0 ? calls.join(advice.alternative) : advice.localNumber),
    ...(isSelfHarm && helpline ? [advice.helpline.replace('{helpline}', helpline)] : []),
    ...signs.map((sign) => advice.firstAid[sign]),
  ];
  return lines.reduce((before, line) => {
    const longer = `${before}\n${line}`;
    return longer.length > LONGEST ? before : longer;
  });
}
