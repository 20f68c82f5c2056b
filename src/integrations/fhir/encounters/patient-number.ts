import { trimEndOf } from '../../../shared/text';
import { parseUuidUrn, toToken } from '../identity/identifiers';
import { parseIdentifierSearch, parseReferenceId } from '../bundle/reference-index';
import type { Identifier, Patient, Reference } from '../bundle/resources.schema';

export interface PatientNumber {
  readonly value: string;
  /** Identifier system of the hospital. */
  readonly system?: string | undefined;
}

/** Medical record number in HL7's table 0203, "identifier type". */
const MEDICAL_RECORD = 'MR';

/**
 * Medical record, patient internal and patient external. Not stored: types that identify a person elsewhere (social
 * security, passport, licence), several people (insurance, account), or one encounter.
 */
const PATIENT_NUMBER_TYPES: ReadonlySet<string> = new Set([MEDICAL_RECORD, 'PI', 'PT']);

/** As `canonicalSystem` returns them, also of value sets and of earlier releases of FHIR. */
const TABLE_0203_SYSTEMS = new Set([
  'http://terminology.hl7.org/codesystem/v2-0203',
  'http://terminology.hl7.org/valueset/v2-0203',
  'http://hl7.org/fhir/valueset/v2-0203',
  'http://hl7.org/fhir/valueset/identifier-type',
  'http://hl7.org/fhir/identifier-type',
  'http://hl7.org/fhir/v2/0203',
  'urn:oid:2.16.840.1.113883.18.108',
]);

/** A code of table 0203. Not in lower case: those are types that hospitals made up, except `PERSONAL_ID_CODE`. */
const CODE_WITHOUT_SYSTEM = /^[A-Z]{1,6}$/;

const PERSONAL_ID_CODE = /^(?:ppn|ssn?|dl|nin?|czn)$/i;

/** A name of a type that identifies a person elsewhere, in English, French, Portuguese or Swahili. Accents may be characters of their own. */
const PERSONAL_ID_NAME =
  /passport|passeport|passaporte|pasipoti|(?:(?<!inter|multi|trans)national|citizen) ?id(?:\b|entity|entification)|identit.{1,2} nationale|bilhete de identidade|social security|s.{1,2}curit.{1,2} sociale|seguran.{1,2}a social|kitambulisho cha taifa|driv(?:er|ing)\S* licen[cs]e|permis de conduire/i;

/** Social security and health insurance of the United States, and the passports of any country (`passport-KEN`), as URI or OID. */
const PERSONAL_ID_SYSTEM =
  /^(?:http:\/\/hl7\.org\/fhir\/sid\/(?:us-(?:ssn|mbi|medicare)|passport(?:-[a-z]+)?)|urn:oid:2\.16\.840\.1\.113883\.4\.(?:1|572|927|330(?:\.\d+)?))$/;

/** In units of UTF-16, of the name of a type: the rest would cost too much time. */
const MAX_TYPE_NAME_LENGTH = 200;

const EXCLUDED_USES: ReadonlySet<string | undefined> = new Set(['old', 'temp']);

/**
 * Returns the patient's number at the hospital, or undefined if the subject has none that may be stored. Taken from a
 * logical reference, else from the Patient in the Bundle, else from the reference itself.
 */
export function findPatientNumber(
  { identifier, reference = '' }: Reference,
  numberInBundle: PatientNumber | undefined,
): PatientNumber | undefined {
  return (
    toCandidate(identifier)?.number ??
    numberInBundle ??
    toCandidate(parseIdentifierSearch(reference)?.identifier)?.number ??
    toPatientNumber(parseReferenceId(reference, 'Patient'))
  );
}

/**
 * Returns the number of a Patient in the Bundle: from its identifiers, else from its id. Prefers a medical record number, then an
 * official identifier; of several, the first in the order of their tokens. Yields after each identifier.
 */
export function* findNumberOfPatient(patient: PatientEntry): Generator<void, PatientNumber | undefined> {
  let best: Candidate | undefined;
  for (const identifier of patient.resource.identifier ?? []) {
    const candidate = toCandidate(identifier);
    if (candidate && (!best || isBetter(candidate, best))) best = candidate;
    yield;
  }
  return best?.number ?? findIdOfPatient(patient);
}

interface PatientEntry {
  readonly fullUrl: string | undefined;
  readonly method: string;
  readonly resource: Patient;
}

/** An identifier that may be the patient's number. */
interface Candidate {
  readonly number: PatientNumber;
  /** Lower is better. */
  readonly rank: number;
  readonly token: string;
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.rank === other.rank ? one.token < other.token : one.rank < other.rank;
}

/**
 * For a POST, the UUID of `fullUrl` takes precedence over the id: the server assigns the id, so the client's is a
 * placeholder.
 */
function findIdOfPatient({ fullUrl = '', method, resource }: PatientEntry): PatientNumber | undefined {
  const uuid = parseUuidUrn(fullUrl);
  const clientId = resource.id === '' ? undefined : resource.id;
  const id = method === 'POST' ? (uuid ?? clientId) : (clientId ?? uuid);
  return toPatientNumber(id ?? parseReferenceId(fullUrl, 'Patient'));
}

function toPatientNumber(value: string | undefined): PatientNumber | undefined {
  return value === undefined ? undefined : { value };
}

/** Returns undefined for an identifier that is not stored. */
function toCandidate(identifier: Identifier = {}): Candidate | undefined {
  const { system, use, value } = identifier;
  if (value === undefined || EXCLUDED_USES.has(use) || isPersonalIdSystem(system)) return undefined;
  const types = listTypeCodes(identifier);
  if (!types.every((code) => PATIENT_NUMBER_TYPES.has(code)) || hasNameOfPersonalId(identifier))
    return undefined;
  const rankWithoutType = use === 'official' ? 1 : 2;
  const rank = types.includes(MEDICAL_RECORD) ? 0 : rankWithoutType;
  return { number: { value, system }, rank, token: toToken(identifier) ?? '' };
}

function isPersonalIdSystem(system: string | undefined): boolean {
  return system !== undefined && PERSONAL_ID_SYSTEM.test(canonicalSystem(system));
}

/** Returns the codes of table 0203, which may lack a system. Types of a hospital's own system are left out. */
function listTypeCodes({ type }: Identifier): string[] {
  return (type?.coding ?? []).flatMap(({ system, code: sentCode = '' }) => {
    const code = sentCode.trim();
    const isOfTable0203 =
      system === undefined
        ? CODE_WITHOUT_SYSTEM.test(code) || PERSONAL_ID_CODE.test(code)
        : TABLE_0203_SYSTEMS.has(canonicalSystem(system));
    return isOfTable0203 && code !== '' ? [code.toUpperCase()] : [];
  });
}

function hasNameOfPersonalId({ type: { text, coding = [] } = {} }: Identifier): boolean {
  return [text, ...coding.flatMap(({ display, code }) => [display, code])].some((name = '') =>
    PERSONAL_ID_NAME.test(name.slice(0, MAX_TYPE_NAME_LENGTH)),
  );
}

/** Returns a system as it is listed here: senders add a version, a query or a slash, or write another case, scheme or host. */
function canonicalSystem(system: string): string {
  const [uri = ''] = system.trim().split(/[|?#]/, 1);
  const lowerCase = uri.toLowerCase().replace(/^https?:\/\/(?:www\.)?/, 'http://');
  return trimEndOf(lowerCase.replace(/^(?=\d+(?:\.\d+)+$)/, 'urn:oid:'), '/');
}
