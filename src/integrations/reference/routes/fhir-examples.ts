const SYSTEM = 'https://clinic-7.example.org';
const ENCOUNTER_URL = 'urn:uuid:5d1d7c5e-3f4f-4b8e-9a54-6a1f0f2b7c11';
const CONDITION_URL = 'urn:uuid:0c2a9d1e-8f53-4a0b-8f6f-2f0f9d6f4e22';
const ENCOUNTER_ID = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a21';
const CONDITION_ID = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a22';

const subject = { identifier: { system: `${SYSTEM}/patients`, value: 'P-10482' } };

const code = {
  coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'B54' }],
  text: 'Malaria',
};

/** A request Bundle with one consultation. */
export const exampleBundle = {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: ENCOUNTER_URL,
      resource: {
        resourceType: 'Encounter',
        identifier: [{ system: `${SYSTEM}/encounters`, value: '2026-000391' }],
        status: 'finished',
        class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
        subject,
        period: { start: '2026-03-14T09:30:00Z' },
      },
      request: { method: 'POST', url: 'Encounter' },
    },
    {
      fullUrl: CONDITION_URL,
      resource: {
        resourceType: 'Condition',
        code,
        subject,
        encounter: { reference: ENCOUNTER_URL },
      },
      request: { method: 'POST', url: 'Condition' },
    },
  ],
};

const lastModified = '2026-03-14T10:02:11.512Z';

/** Builds the response to the request Bundle. */
export function exampleResponseBundle(publicUrl: string): object {
  const buildEntry = (location: string) => ({
    response: { status: '201 Created', location: `${publicUrl}/fhir/${location}`, lastModified },
  });
  return {
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: [buildEntry(`Encounter/${ENCOUNTER_ID}`), buildEntry(`Condition/${CONDITION_ID}`)],
  };
}

const storedSubject = { type: 'Patient', ...subject };

/** The encounter of the request Bundle, as it is read back. */
export const exampleEncounter = {
  resourceType: 'Encounter',
  id: ENCOUNTER_ID,
  meta: { lastUpdated: lastModified },
  identifier: [{ system: `${SYSTEM}/encounters`, value: '2026-000391' }],
  status: 'finished',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
  subject: storedSubject,
  period: { start: '2026-03-14T09:30:00Z' },
  diagnosis: [{ condition: { reference: `Condition/${CONDITION_ID}` } }],
};

export const exampleCondition = {
  resourceType: 'Condition',
  id: CONDITION_ID,
  meta: { lastUpdated: lastModified },
  category: [
    {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/condition-category',
          code: 'encounter-diagnosis',
        },
      ],
    },
  ],
  code,
  subject: storedSubject,
  encounter: { reference: `Encounter/${ENCOUNTER_ID}` },
  recordedDate: lastModified,
};
