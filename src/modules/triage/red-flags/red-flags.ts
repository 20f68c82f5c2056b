import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { CONTEXTS, type Context, DANGER_SIGNS, type DangerSign } from '../signs/danger-sign';
import { Phrase, PhraseIndex } from './phrase';
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
  /** In all languages, because people mix them. */
  readonly signs: PhraseIndex<DangerSign>;
  readonly persons: PhraseIndex<Context>;
}

let loaded: RedFlags | undefined;

const files = new Map<Locale, RedFlagFile>();

/** Returns the red-flag phrases of a language as they are written. */
export function readRedFlagFile(language: Locale): RedFlagFile {
  const file = files.get(language) ?? redFlagsSchema.parse(FILES[language]);
  files.set(language, file);
  return file;
}

function getRedFlags(): RedFlags {
  if (loaded) return loaded;
  const index = <Value extends string>(
    values: readonly Value[],
    read: (file: RedFlagFile, value: Value) => string[],
  ) =>
    new PhraseIndex(
      LOCALES.map(readRedFlagFile).flatMap((file) =>
        values.flatMap((value) => read(file, value).map((phrase) => ({ phrase: new Phrase(phrase), value }))),
      ),
    );
  return (loaded = {
    signs: index(DANGER_SIGNS, ({ signs }, sign) => signs[sign].map(({ phrase }) => phrase)),
    persons: index(CONTEXTS, ({ persons }, context) => persons[context].phrases),
  });
}

/** Returns the signs of which a message has a red-flag phrase in any language, the most dangerous first. */
export function findFlaggedSigns(words: readonly string[]): DangerSign[] {
  const found = getRedFlags().signs.find(words);
  return DANGER_SIGNS.filter((sign) => found.has(sign));
}

/** Returns what a message says of the persons whom it mentions, in any language. */
export function findContexts(words: readonly string[]): Set<Context> {
  return getRedFlags().persons.find(words);
}

/** Returns sentences that say what is known of a person. A newborn is an infant, too, which would only weaken it. */
export function describePerson(contexts: ReadonlySet<Context>, language: Locale): string {
  const { persons } = readRedFlagFile(language);
  const said = [...contexts].filter((context) => context !== 'infant' || !contexts.has('newborn'));
  return said.map((context) => `${persons[context].sentence}. `).join('');
}
