import {
  type CatalogueNames,
  NAME_KINDS,
  type TranslatedLocale,
} from '../../src/shared/catalogue-names/catalogue-names';
import { nameKey } from '../../src/shared/name-key';

const LATIN = /^[\p{Lu}\p{N}](?:[\p{Script=Latin}\p{N} ()+,'-])*$/u;
/**
 * Without letters of other languages that look Arabic, presentation forms, and tatweel, except after the letter heh for the fifth
 * of a list, as in hepatitis E. Acronyms are in Latin capitals.
 */
const ARABIC =
  /^[\u0621-\u063A\u0641-\u0652](?:[\u0621-\u063A\u0641-\u0652\dA-Z ()+-]|(?<= \u0647)\u0640(?= |$))*$/;

/** Returns what is wrong with the names of a language, each with the English name. */
export function listNameProblems(language: TranslatedLocale, names: CatalogueNames): string[] {
  const letters = language === 'ar' ? ARABIC : LATIN;
  return NAME_KINDS.flatMap((kind) => {
    const byKey = new Map<string, string>();
    return names[kind].flatMap(({ english, name }) => {
      const other = byKey.get(nameKey(name));
      byKey.set(nameKey(name), english);
      return [
        ...(name === name.normalize('NFC') ? [] : ['is not in normalization form C']),
        ...(/^ | $| {2}/.test(name) ? ['has stray spaces'] : []),
        ...(letters.test(name) ? [] : ['has characters of another script, or does not begin with a capital']),
        ...(other === undefined ? [] : [`is also the name of ${other}`]),
      ].map((problem) => `${english}: "${name}" ${problem}`);
    });
  });
}
