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

/** As `canonicalSystem` returns them. */
const TABLE_0203_SYSTEMS = new Set([
  'http://terminology.hl7.org/codesystem/v2-0203',
  'http://hl7.org/fhir/v2/0203',
  'urn:oid:2.16.840.1.113883.18.108',
]);

/** Social security and health insurance of the United States, and the passports of any country (`passport-KEN`), as URI or OID. */
const PERSONAL_ID_SYSTEM =
  /^(?:http:\/\/hl7\.org\/fhir\/sid\/(?:us-(?:ssn|mbi|medicare)|passport(?:-[a-z]+)?)|urn:oid:2\.16\.840\.1\.113883\.4\.(?:1|572|927|330(?:\.\d+)?))$/;

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
    chooseNumber(identifier ? [identifier] : []) ??
    numberInBundle ??
    chooseNumber([parseIdentifierSearch(reference)].flatMap((search) => search?.identifier ?? [])) ??
    toPatientNumber(parseReferenceId(reference, 'Patient'))
  );
}

/** Returns the number of a Patient in the Bundle: from its identifiers, else from its id. */
export function findNumberOfPatient(patient: PatientEntry): PatientNumber | undefined {
  return chooseNumber(patient.resource.identifier ?? []) ?? findIdOfPatient(patient);
}

interface PatientEntry {
  readonly fullUrl: string | undefined;
  readonly method: string;
  readonly resource: Patient;
}

/** Prefers a medical record number, then an official identifier; of several, the first of the sorted tokens. */
function chooseNumber(identifiers: readonly Identifier[]): PatientNumber | undefined {
  const usable = identifiers.filter(isPatientNumber).sort(compareTokens);
  const [best] = [
    ...usable.filter((identifier) => listTypeCodes(identifier).includes(MEDICAL_RECORD)),
    ...usable.filter(({ use }) => use === 'official'),
    ...usable,
  ];
  return best?.value === undefined ? undefined : { value: best.value, system: best.system };
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

function isPatientNumber(identifier: Identifier): boolean {
  const { system = '', use, value } = identifier;
  if (value === undefined || EXCLUDED_USES.has(use) || PERSONAL_ID_SYSTEM.test(canonicalSystem(system)))
    return false;
  return listTypeCodes(identifier).every((code) => PATIENT_NUMBER_TYPES.has(code));
}

/** Returns the codes of table 0203, which may lack a system. Types of a hospital's own system are left out. */
function listTypeCodes({ type }: Identifier): string[] {
  return (type?.coding ?? []).flatMap(({ system, code = '' }) => {
    const isOfTable0203 =
      system === undefined ? /^[A-Z]{1,6}$/i.test(code) : TABLE_0203_SYSTEMS.has(canonicalSystem(system));
    return isOfTable0203 ? [code.toUpperCase()] : [];
  });
}

/** Returns a system as it is listed here: senders add a version or a slash, or write another case or scheme. */
function canonicalSystem(system: string): string {
  const [uri = ''] = system.trim().split('|');
  return uri
    .toLowerCase()
    .replace(/^https:/, 'http:')
    .replace(/\/+$/, '');
}

function compareTokens(one: Identifier, other: Identifier): number {
  const [a, b] = [toToken(one) ?? '', toToken(other) ?? ''];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
