import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { CONTEXTS, type Context, DANGER_SIGNS, type DangerSign } from '../signs/danger-sign';
import { Phrase } from './phrase';
import arabic from './red-flags.ar.json';
import english from './red-flags.en.json';
import french from './red-flags.fr.json';
import portuguese from './red-flags.pt.json';
import swahili from './red-flags.sw.json';

const text = z.string().min(1);

const flagSchema = z.strictObject({
  phrase: text,
  /** A message that is an emergency. */
  fires: text,
  /** A message with similar words that is none. */
  not: text,
});

export const redFlagsSchema = z.strictObject({
  about: z.array(text),
  signs: z.record(z.enum(DANGER_SIGNS), z.array(flagSchema).min(1)),
  persons: z.record(
    z.enum(CONTEXTS),
    z.strictObject({
      phrases: z.array(text).min(1),
      /** Says this of a person; put before a message whose person is known from earlier ones. */
      sentence: text,
    }),
  ),
});

export type RedFlagFile = z.output<typeof redFlagsSchema>;

const FILES: Readonly<Record<Locale, unknown>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

interface RedFlags {
  readonly signs: readonly { readonly sign: DangerSign; readonly phrases: readonly Phrase[] }[];
  readonly persons: readonly { readonly context: Context; readonly phrases: readonly Phrase[] }[];
  readonly sentences: Readonly<Record<Context, string>>;
}

const loaded = new Map<Locale, RedFlags>();

/** Returns the red-flag phrases of a language as they are written. */
export function readRedFlagFile(language: Locale): RedFlagFile {
  return redFlagsSchema.parse(FILES[language]);
}

function getRedFlags(language: Locale): RedFlags {
  const existing = loaded.get(language);
  if (existing) return existing;
  const { signs, persons } = readRedFlagFile(language);
  const flags = {
    signs: DANGER_SIGNS.map((sign) => ({
      sign,
      phrases: signs[sign].map(({ phrase }) => new Phrase(phrase)),
    })),
    persons: CONTEXTS.map((context) => ({
      context,
      phrases: persons[context].phrases.map((phrase) => new Phrase(phrase)),
    })),
    sentences: z
      .record(z.enum(CONTEXTS), text)
      .parse(Object.fromEntries(CONTEXTS.map((context) => [context, persons[context].sentence]))),
  };
  loaded.set(language, flags);
  return flags;
}

/** Returns the signs of which a message has a red-flag phrase in any language, because people mix languages; the most dangerous first. */
export function findFlaggedSigns(words: readonly string[]): DangerSign[] {
  const found = LOCALES.flatMap((language) =>
    getRedFlags(language)
      .signs.filter(({ phrases }) => phrases.some((phrase) => phrase.occursIn(words)))
      .map(({ sign }) => sign),
  );
  return DANGER_SIGNS.filter((sign) => found.includes(sign));
}

/** Returns what a message says of the persons whom it mentions, in any language. */
export function findContexts(words: readonly string[]): Set<Context> {
  return new Set(
    LOCALES.flatMap((language) =>
      getRedFlags(language)
        .persons.filter(({ phrases }) => phrases.some((phrase) => phrase.occursIn(words)))
        .map(({ context }) => context),
    ),
  );
}

/** Returns sentences that say what is known of a person. */
export function describePerson(contexts: ReadonlySet<Context>, language: Locale): string {
  const { sentences } = getRedFlags(language);
  return [...contexts].map((context) => `${sentences[context]}. `).join('');
}
