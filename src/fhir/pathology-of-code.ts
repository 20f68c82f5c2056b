import type {
  CataloguePathology,
  PathologyCatalogueService,
} from '../consultations/pathology-catalogue.service';
import { nameKey } from '../fields/name-key';
import { singleLine } from '../fields/text';
import type { CodeableConcept, Coding } from './resources.schema';

export const ICD_10 = 'http://hl7.org/fhir/sid/icd-10';
export const ICD_11 = 'http://id.who.int/icd/release/11/mms';

/** A code of the catalogue’s classifications. */
export type PathologyCode = Parameters<PathologyCatalogueService['byCodes']>[0][number];

/** What the catalogue has of the codes and names of a Bundle. */
export interface KnownPathologies {
  /** By `icd10:B50.9` or `icd11:1F40`. */
  readonly codes: ReadonlyMap<string, CataloguePathology>;
  /** By the name’s key. */
  readonly names: ReadonlyMap<string, CataloguePathology>;
}

/** What a Condition is recorded by: a code that the catalogue has, else a name. */
export type RecordedBy =
  | { readonly pathologyCode: PathologyCode; readonly pathologyName?: undefined }
  | { readonly pathologyName: string; readonly pathologyCode?: undefined };

const CLASSIFICATIONS: Readonly<Record<string, PathologyCode['classification']>> = {
  [ICD_10]: 'icd10',
  'http://hl7.org/fhir/sid/icd-10-cm': 'icd10',
  'urn:oid:2.16.840.1.113883.6.3': 'icd10',
  'urn:oid:2.16.840.1.113883.6.90': 'icd10',
  [ICD_11]: 'icd11',
  'http://id.who.int/icd11/mms': 'icd11',
  'http://hl7.org/fhir/sid/icd-11': 'icd11',
};

/** SNOMED CT ends its full names with what kind of concept it is. */
const SEMANTIC_TAG = /\s*\((disorder|finding|situation)\)$/i;

const nameSchema = singleLine(1, 200);

/** The codes of a concept that the catalogue may have, in order. */
export function codesOf({ coding = [] }: CodeableConcept): PathologyCode[] {
  return coding.flatMap((one) => codeOf(one) ?? []);
}

/** The keys of the names of a concept, likewise. */
export function nameKeysOf(concept: CodeableConcept): string[] {
  return namesOf(concept).map(nameKey);
}

/**
 * By a code that the catalogue has; else by a name that it has, else by the first.
 * @returns undefined where neither a code nor a name says what it is
 */
export function recordedBy(concept: CodeableConcept, known: KnownPathologies): RecordedBy | undefined {
  const code = codesOf(concept).find((one) => known.codes.has(`${one.classification}:${one.code}`));
  if (code) return { pathologyCode: code };
  const names = namesOf(concept);
  const pathologyName = names.find((name) => known.names.has(nameKey(name))) ?? names[0];
  return pathologyName === undefined ? undefined : { pathologyName };
}

/** The text, then the displays, where they can be the name of a pathology. */
function namesOf({ text, coding = [] }: CodeableConcept): string[] {
  return [text, ...coding.map(({ display }) => display)].flatMap((name) => {
    const { success, data } = nameSchema.safeParse(name?.replace(SEMANTIC_TAG, ''));
    return success ? [data] : [];
  });
}

function codeOf({ system, code }: Coding): PathologyCode | undefined {
  const classification = CLASSIFICATIONS[system?.replace(/\/$/, '') ?? ''];
  if (classification === undefined || code === undefined) return undefined;
  const capitals = code.toUpperCase();
  // Billing systems write ICD-10 without its point.
  const pointed = /^[A-Z]\d[0-9A-Z][0-9A-Z]+$/.test(capitals)
    ? `${capitals.slice(0, 3)}.${capitals.slice(3)}`
    : capitals;
  return { classification, code: classification === 'icd10' ? pointed : capitals };
}
