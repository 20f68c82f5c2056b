import { type CataloguePathology, type PathologyCode, writtenCode } from '../../../modules/consultations';
import { nameKey } from '../../../shared/name-key';
import { singleLine } from '../../../shared/text';
import type { CodeableConcept, Coding } from '../bundle/resources.schema';

export const ICD_10 = 'http://hl7.org/fhir/sid/icd-10';
export const ICD_11 = 'http://id.who.int/icd/release/11/mms';

/** What a concept may be recorded by. */
export interface PathologyCandidates {
  /** The codes that the catalogue may have, in order. */
  readonly codes: readonly PathologyCode[];
  /** The text, then the displays, where they can be the name of a pathology. */
  readonly names: readonly { readonly name: string; readonly key: string }[];
}

/** What the catalogue has of the codes and names of a Bundle. */
export interface KnownPathologies {
  /** Of each concept, read once. */
  readonly candidates: ReadonlyMap<CodeableConcept, PathologyCandidates>;
  /** By `icd10:B50.9` or `icd11:1F40`. */
  readonly codes: ReadonlyMap<string, CataloguePathology>;
  /** By the name’s key. */
  readonly names: ReadonlyMap<string, CataloguePathology>;
}

/** What a Condition is recorded by: a code that the catalogue has, else a name. */
export type PathologyChoice = { readonly key: string } & (
  | { readonly pathologyCode: PathologyCode; readonly pathologyName?: undefined }
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

/** SNOMED CT ends its full names with what kind of concept it is. */
const SEMANTIC_TAG = /\((?:disorder|finding|situation)\)$/i;

const LONGEST_NAME = 200;

/** With such an ending. What is longer is no name, and is not looked at. */
const LONGEST_WRITTEN = LONGEST_NAME + 20;

const nameSchema = singleLine(1, LONGEST_NAME);

export function listPathologyCandidates({ text, coding = [] }: CodeableConcept): PathologyCandidates {
  const written = new Set([text, ...coding.map(({ display }) => display)]);
  return {
    codes: coding.flatMap((one) => codeOf(one) ?? []),
    names: [...written].flatMap((one) => {
      const name = nameOf(one);
      return name === undefined ? [] : [{ name, key: nameKey(name) }];
    }),
  };
}

/**
 * By a code that the catalogue has; else by a name that it has, else by the first. `key` is that of the pathology, however
 * it was coded or spelt.
 * @returns undefined where neither a code nor a name says what it is
 */
export function choosePathology(concept: CodeableConcept, known: KnownPathologies): PathologyChoice | undefined {
  const { codes, names } = known.candidates.get(concept) ?? listPathologyCandidates(concept);
  for (const code of codes) {
    const pathology = known.codes.get(writtenCode(code));
    if (pathology) return { pathologyCode: code, key: pathology.key };
  }
  const named = names.find(({ key }) => known.names.has(key)) ?? names[0];
  return named && { pathologyName: named.name, key: known.names.get(named.key)?.key ?? named.key };
}

function nameOf(written: string | undefined): string | undefined {
  if (written === undefined || written.length > LONGEST_WRITTEN) return undefined;
  return nameSchema.safeParse(written.replace(SEMANTIC_TAG, '')).data;
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
