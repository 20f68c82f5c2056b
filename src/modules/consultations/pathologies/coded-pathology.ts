import type { CountryCode } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import { cutText } from '../../../shared/text';
import type { NamedPathologies, NameOfCountry } from './named-pathologies';
import type { PathologyCode } from './pathology-code';
import { MAX_NAME_LENGTH } from '../../../shared/own-names';

/** The key of a code of ICD-10, with or without its point. */
const KEY_OF_CODE = /^[a-z]\d{2,4}$/;

/** A pathology that a country has by a code of ICD-10 which is not in the catalogue. */
export interface CodedPathology {
  readonly country: CountryCode;
  readonly code: PathologyCode;
  /** See `nameOfCode`. */
  readonly pathologyName: string;
}

/** Returns the key of a pathology of one country that has a code: that of the code, whatever its name is. */
export function keyOfCode({ code }: PathologyCode): string {
  return nameKey(code);
}

/**
 * Returns the name of a pathology of one country that has a code and no entry in the catalogue: begins with the code, and is the code
 * alone if the name would be found as another code, such as “Q97 1”.
 */
export function nameOfCode({ code }: PathologyCode, display = ''): string {
  const name = cutText(`${code} ${display}`.trim(), MAX_NAME_LENGTH);
  return aliasOfName(name) === undefined ? code : name;
}

/** Returns the key under which the name of a coded pathology finds it, too; undefined if it is the key of a code. */
export function aliasOfName(name: string): string | undefined {
  const key = nameKey(name);
  return KEY_OF_CODE.test(key) ? undefined : key;
}

/** Identifies a name in a country as the key of a map. */
export function formatNameOfCountry({ country, key }: NameOfCountry): string {
  return `${country} ${key}`;
}

/**
 * Returns the coded pathologies that will be created, by the names that they will have (`formatNameOfCountry`): that of the first
 * item with the code, unless the name already means another pathology.
 * @param coded in the order in which they are recorded
 * @param known has the codes, and the names for which the result is used
 */
export function nameNewPathologies<T extends CodedPathology>(
  coded: readonly T[],
  known: NamedPathologies,
): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  for (const each of coded) {
    const code = formatNameOfCountry({ country: each.country, key: keyOfCode(each.code) });
    if (!first.has(code)) first.set(code, each);
  }
  const byName = new Map<string, T>();
  for (const each of first.values()) {
    const { country, code, pathologyName } = each;
    if (known.find({ country, key: keyOfCode(code) })) continue;
    const key = aliasOfName(pathologyName);
    if (key === undefined || known.find({ country, key })) continue;
    const name = formatNameOfCountry({ country, key });
    if (!byName.has(name)) byName.set(name, each);
  }
  return byName;
}
