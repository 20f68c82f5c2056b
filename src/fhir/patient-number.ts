import { isUuid } from '../fields/identifier';
import { identifierSearch, idOfReference } from './references';
import type { Identifier, Patient, Reference } from './resources.schema';

/** A patient's number, and whose number it is. */
export interface PatientNumber {
  readonly value: string;
  readonly system?: string | undefined;
}

/** Medical record number, in HL7's table 0203 of kinds of identifiers. */
const MEDICAL_RECORD = 'MR';

/**
 * Kinds of the same table that name a person to others than the hospital: social security, passport, driver's licence,
 * citizenship card, tax, national identity, certificate and registry of birth.
 */
const OF_THE_PERSON = /^(SS|PPN|DL|CZ|TAX|NI|NN[A-Z]{0,3}|BCT|BR)$/;

const SYSTEMS_OF_THE_PERSON = new Set([
  'http://hl7.org/fhir/sid/us-ssn',
  'urn:oid:2.16.840.1.113883.4.1',
  'http://hl7.org/fhir/sid/passport',
]);

/**
 * The patient's number at the hospital: of a logical reference, else of the Patient in the Bundle, else the id that the
 * reference names. Undefined where the subject has none that may be kept.
 * @param patient the Patient of the Bundle that the subject refers to
 */
export function patientNumber(subject: Reference, patient: Bundled | undefined): PatientNumber | undefined {
  const { identifier, reference = '' } = subject;
  return (
    chosen(identifier ? [identifier] : []) ??
    (patient && (chosen(patient.resource.identifier ?? []) ?? idOf(patient))) ??
    chosen([identifierSearch(reference)].flatMap((search) => search?.identifier ?? [])) ??
    numbered(idOfReference(reference, 'Patient'))
  );
}

interface Bundled {
  readonly fullUrl: string | undefined;
  readonly resource: Patient;
}

function chosen(identifiers: readonly Identifier[]): PatientNumber | undefined {
  const usable = identifiers.filter((identifier) => identifier.use !== 'old' && !isOfThePerson(identifier));
  const [best] = [
    ...usable.filter((identifier) => kindsOf(identifier).includes(MEDICAL_RECORD)),
    ...usable.filter(({ use }) => use === 'official'),
    ...usable,
  ].filter(({ value }) => value !== undefined);
  return best?.value === undefined ? undefined : { value: best.value, system: best.system };
}

function idOf({ fullUrl = '', resource }: Bundled): PatientNumber | undefined {
  if (resource.id !== undefined && resource.id !== '') return { value: resource.id };
  const [, uuid = ''] = /^urn:uuid:(.+)$/i.exec(fullUrl) ?? [];
  return numbered(isUuid(uuid) ? uuid.toLowerCase() : idOfReference(fullUrl, 'Patient'));
}

function numbered(value: string | undefined): PatientNumber | undefined {
  return value === undefined ? undefined : { value };
}

function isOfThePerson(identifier: Identifier): boolean {
  const { system = '' } = identifier;
  return SYSTEMS_OF_THE_PERSON.has(system) || kindsOf(identifier).some((code) => OF_THE_PERSON.test(code));
}

function kindsOf({ type }: Identifier): string[] {
  return (type?.coding ?? []).flatMap(({ code }) => code ?? []);
}
