import { toToken, parseUuidUrn } from '../identity/identifiers';
import { parseIdentifierSearch, parseReferenceId } from '../bundle/reference-index';
import type { Identifier, Patient, Reference } from '../bundle/resources.schema';

/** A patient's number, and whose number it is. */
export interface PatientNumber {
  readonly value: string;
  readonly system?: string | undefined;
}

/** Medical record number, in HL7's table 0203 of kinds of identifiers. */
const MEDICAL_RECORD = 'MR';

/**
 * Kinds of the same table that number a hospital's patients: medical record, patient internal and patient external. The
 * others name a person to others (social security, passport, licence), several people (an insured family, an account), or a
 * single visit.
 */
const OF_THE_PATIENT: ReadonlySet<string> = new Set([MEDICAL_RECORD, 'PI', 'PT']);

const KINDS = new Set([
  'http://terminology.hl7.org/CodeSystem/v2-0203',
  'http://hl7.org/fhir/v2/0203',
  'urn:oid:2.16.840.1.113883.18.108',
]);

const SYSTEMS_OF_THE_PERSON = new Set([
  'http://hl7.org/fhir/sid/us-ssn',
  'urn:oid:2.16.840.1.113883.4.1',
  'http://hl7.org/fhir/sid/passport',
]);

/** What was given up, or is given for a while. */
const PASSING_USES: ReadonlySet<string | undefined> = new Set(['old', 'temp']);

/**
 * The patient's number at the hospital: of a logical reference, else of the Patient in the Bundle, else the id that the
 * reference names. Undefined where the subject has none that may be kept.
 * @param bundled the number of the Patient of the Bundle that the subject refers to
 */
export function findPatientNumber(
  { identifier, reference = '' }: Reference,
  bundled: PatientNumber | undefined,
): PatientNumber | undefined {
  return (
    chosen(identifier ? [identifier] : []) ??
    bundled ??
    chosen([parseIdentifierSearch(reference)].flatMap((search) => search?.identifier ?? [])) ??
    numbered(parseReferenceId(reference, 'Patient'))
  );
}

/** The number that a Patient of a Bundle has. */
export function findNumberOfPatient(patient: Bundled): PatientNumber | undefined {
  return chosen(patient.resource.identifier ?? []) ?? idOf(patient);
}

interface Bundled {
  readonly fullUrl: string | undefined;
  readonly method: string;
  readonly resource: Patient;
}

/** The medical record number, else the official one, else any; of several, the first in the order of their tokens. */
function chosen(identifiers: readonly Identifier[]): PatientNumber | undefined {
  const usable = identifiers.filter(isOfThePatient).sort(byToken);
  const [best] = [
    ...usable.filter((identifier) => kindsOf(identifier).includes(MEDICAL_RECORD)),
    ...usable.filter(({ use }) => use === 'official'),
    ...usable,
  ];
  return best?.value === undefined ? undefined : { value: best.value, system: best.system };
}

/** The id of a Patient that is to be created is the server's to give: one that the client wrote is a placeholder. */
function idOf({ fullUrl = '', method, resource: { id = '' } }: Bundled): PatientNumber | undefined {
  const lasting = parseUuidUrn(fullUrl);
  const own = id === '' ? undefined : id;
  return numbered(
    (method === 'POST' ? (lasting ?? own) : (own ?? lasting)) ?? parseReferenceId(fullUrl, 'Patient'),
  );
}

function numbered(value: string | undefined): PatientNumber | undefined {
  return value === undefined ? undefined : { value };
}

function isOfThePatient(identifier: Identifier): boolean {
  const { system = '', use, value } = identifier;
  if (value === undefined || PASSING_USES.has(use) || SYSTEMS_OF_THE_PERSON.has(system)) return false;
  return kindsOf(identifier).every((code) => OF_THE_PATIENT.has(code));
}

/** The codes of the table. One without a system is of it where it looks so; a hospital's own kinds say nothing here. */
function kindsOf({ type }: Identifier): string[] {
  return (type?.coding ?? []).flatMap(({ system, code = '' }) => {
    const isOfTable = system === undefined ? /^[A-Z]{1,6}$/.test(code) : KINDS.has(system);
    return isOfTable ? [code] : [];
  });
}

function byToken(one: Identifier, other: Identifier): number {
  const [a, b] = [toToken(one) ?? '', toToken(other) ?? ''];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
