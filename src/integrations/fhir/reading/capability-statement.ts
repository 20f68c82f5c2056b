import { installedVersion } from '../../../platform/config/installation';
import { BODY_LIMIT_BYTES } from '../bundle/bundle-body';
import { MAX_ENTRIES } from '../bundle/parse-bundle';

const IN_A_BUNDLE =
  'Created only as an entry of a transaction or batch Bundle that is posted to the base address, an Encounter together with its Conditions; with ifNoneExist by one of its own identifiers. Recorded once for each identifier (or UUID as fullUrl) of an account. An account reads what it recorded; an administrator, anybody’s.';

const RESOURCE = {
  interaction: [{ code: 'read' }],
  versioning: 'no-version',
  readHistory: false,
  updateCreate: false,
  conditionalCreate: false,
  conditionalRead: 'not-supported',
  conditionalUpdate: false,
  conditionalDelete: 'not-supported',
  referencePolicy: ['logical', 'literal', 'local'],
};

interface Stating {
  readonly base: string;
  /** Whether pages of any other origin may call. */
  readonly cors: boolean;
  readonly since: Date;
}

/** What is there under `/fhir`, and nothing that is not. */
export function buildCapabilityStatement({ base, cors, since }: Stating) {
  return {
    resourceType: 'CapabilityStatement' as const,
    status: 'active',
    date: since.toISOString(),
    kind: 'instance',
    software: { name: 'africa-health-platform', version: installedVersion() },
    implementation: { description: 'Health platform for Africa: consultations', url: base },
    fhirVersion: '4.0.1',
    format: ['json', 'application/fhir+json'],
    rest: [
      {
        mode: 'server',
        documentation: `Consultations are recorded as Encounters with Conditions, of which each Condition is one case. A Bundle has at most ${MAX_ENTRIES} entries and ${BODY_LIMIT_BYTES} bytes. Other resource types are ignored, and the answer says so.`,
        security: {
          cors,
          service: [
            {
              coding: [
                { system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'OAuth' },
              ],
            },
          ],
          description:
            'A session, or an access token, of the OAuth 2.0 portal that this platform uses, of a doctor or an administrator. This statement needs neither.',
        },
        resource: [
          {
            type: 'Encounter',
            documentation: `Patient’s number, start, status, class and identifiers are kept. ${IN_A_BUNDLE}`,
            ...RESOURCE,
          },
          {
            type: 'Condition',
            documentation: `Its codings are kept as they were sent; the ICD code that it is counted under is added. ${IN_A_BUNDLE}`,
            ...RESOURCE,
          },
        ],
        interaction: [{ code: 'transaction' }, { code: 'batch' }],
      },
    ],
  };
}
