import {
  type CataloguePathology,
  formatPathologyCode,
  isInCatalogue,
  isWhoIcd10,
  keyOfCode,
  type NamedPathologies,
  type PathologyCode,
} from '../../../modules/consultations';
import type { CountryCode } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import { catalogueName } from '../../../shared/text';
import type { CodeableConcept, Coding } from '../bundle/resources.schema';
import { MAX_NAME_LENGTH } from '../../../shared/own-names';

export const ICD_10 = 'http://hl7.org/fhir/sid/icd-10';
export const ICD_11 = 'http://id.who.int/icd/release/11/mms';

/** Codes and names of a concept that may identify its pathology. */
export interface PathologyCandidates {
  /** ICD codes, in order; the catalogue may lack them. */
  readonly codes: readonly PathologyCode[];
  /** The text, then the displays; only those that are valid names. */
  readonly names: readonly { readonly name: string; readonly key: string }[];
}

/** The pathologies of the catalogue and of the caller's country that match candidates of a Bundle. */
export interface KnownPathologies {
  readonly candidates: ReadonlyMap<CodeableConcept, PathologyCandidates>;
  /** Keyed by `icd10:B50.9` or `icd11:1F40`. */
  readonly codes: ReadonlyMap<string, CataloguePathology>;
  readonly names: NamedPathologies;
  readonly country: CountryCode;
}

interface PathologyKeys {
  /** Identifies the pathology, however it is coded or spelt. */
  readonly key: string;
  /** The keys of other names by which an earlier release identified it. */
  readonly otherKeys: readonly string[];
}

/** A code, or a name without one. */
export type PathologyChoice = PathologyKeys &
  (
    | { readonly pathologyCode: PathologyCode; readonly pathologyName?: string | undefined }
    | { readonly pathologyName: string; readonly pathologyCode?: undefined }
  );

const CLASSIFICATIONS: Readonly<Record<string, PathologyCode['classification']>> = {
  [ICD_10]: 'icd10',
  'http://hl7.org/fhir/sid/icd-10-cm': 'icd10',
  'urn:oid:2.16.840.1.113883.6.3': 'icd10',
  'urn:oid:2.16.840.1.113883.6.90': 'icd10',
  [ICD_11]: 'icd11',
  'http://id.who.int/icd11/mms': 'icd11',
  'http://hl7.org/fhir/sid/icd-11': 'icd11',
};

/** Suffix of SNOMED CT names: the kind of the concept. */
const SEMANTIC_TAG = /\((?:disorder|finding|situation)\)$/i;

/**
 * In units of UTF-16, of which a letter may have two, with a semantic tag. Longer texts are not matched against patterns, which would
 * cost too much time.
 */
const MAX_TEXT_LENGTH = 2 * MAX_NAME_LENGTH + 20;

const nameSchema = catalogueName();

export function listPathologyCandidates({ text, coding = [] }: CodeableConcept): PathologyCandidates {
  const texts = new Set([text, ...coding.map(({ display }) => display)]);
  return {
    codes: coding.flatMap((one) => parseCode(one) ?? []),
    names: [...texts].flatMap((one) => {
      const name = parseName(one);
      return name === undefined ? [] : [{ name, key: nameKey(name) }];
    }),
  };
}

/**
 * Returns the first code in the catalogue, else the first name in the catalogue, else the first code of ICD-10 with the first name,
 * else the first name. Returns undefined if there are none.
 */
export function choosePathology(
  concept: CodeableConcept,
  known: KnownPathologies,
): PathologyChoice | undefined {
  const { codes, names } = known.candidates.get(concept) ?? listPathologyCandidates(concept);
  for (const code of codes) {
    const pathology = known.codes.get(formatPathologyCode(code));
    if (pathology) return { pathologyCode: code, key: pathology.key, otherKeys: [] };
  }
  const find = (key: string) => known.names.find({ country: known.country, key });
  const keysOf = (key: string): PathologyKeys => {
    const pathology = find(key);
    return { key: pathology?.key ?? key, otherKeys: pathology?.otherKeys ?? [] };
  };
  const listed = names.find(({ key }) => {
    const pathology = find(key);
    return pathology !== undefined && isInCatalogue(pathology);
  });
  if (listed) return { pathologyName: listed.name, ...keysOf(listed.key) };
  const code = codes.find(isWhoIcd10);
  const [first] = names;
  if (code) return { pathologyCode: code, pathologyName: first?.name, ...keysOf(keyOfCode(code)) };
  return first && { pathologyName: first.name, ...keysOf(first.key) };
}

/** Returns the keys of all names of candidates, and of their codes that the catalogue does not have. */
export function listKeys(
  { codes, names }: PathologyCandidates,
  known: Pick<KnownPathologies, 'codes'>,
): string[] {
  return [
    ...names.map(({ key }) => key),
    ...codes.flatMap((code) =>
      isWhoIcd10(code) && !known.codes.has(formatPathologyCode(code)) ? keyOfCode(code) : [],
    ),
  ];
}

function parseName(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_TEXT_LENGTH) return undefined;
  return nameSchema.safeParse(text.replace(SEMANTIC_TAG, '')).data;
}

function parseCode({ system, code }: Coding): PathologyCode | undefined {
  const classification = CLASSIFICATIONS[system?.replace(/\/$/, '') ?? ''];
  if (classification === undefined || code === undefined) return undefined;
  const upperCase = code.toUpperCase();
  // Billing systems send ICD-10 codes without the point.
  const isWithoutPoint = classification === 'icd10' && /^[A-Z]\d[0-9A-Z][0-9A-Z]+$/.test(upperCase);
  return {
    classification,
    code: isWithoutPoint ? `${upperCase.slice(0, 3)}.${upperCase.slice(3)}` : upperCase,
  };
}
