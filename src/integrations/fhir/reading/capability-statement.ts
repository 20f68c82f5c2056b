import { installedVersion } from '../../../platform/config/installation';
import { BODY_LIMIT_BYTES } from '../bundle/bundle-body';
import { MAX_ENTRIES } from '../bundle/parse-bundle';

const BUNDLE_RULES =
  'Created only as an entry of a transaction or batch Bundle that is posted to the base address, an Encounter together with its Conditions; with ifNoneExist by one of its own identifiers. Recorded once for each identifier (or UUID as fullUrl) of an account. An account reads what it recorded; an administrator, anybody’s.';

const COMMON_RULES = {
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

interface Deployment {
  readonly baseUrl: string;
  readonly hasCorsOrigins: boolean;
  readonly startedAt: Date;
}

/** Returns the CapabilityStatement, which lists only supported interactions. */
export function buildCapabilityStatement({ baseUrl, hasCorsOrigins, startedAt }: Deployment) {
  return {
    resourceType: 'CapabilityStatement' as const,
    status: 'active',
    date: startedAt.toISOString(),
    kind: 'instance',
    software: { name: 'africa-health-platform', version: installedVersion() },
    implementation: { description: 'Health platform for Africa: consultations', url: baseUrl },
    fhirVersion: '4.0.1',
    format: ['json', 'application/fhir+json'],
    rest: [
      {
        mode: 'server',
        documentation: `Consultations are recorded as Encounters with Conditions, of which each Condition is one case. A Bundle has at most ${MAX_ENTRIES} entries and ${BODY_LIMIT_BYTES} bytes. Other resource types are ignored, and the answer says so.`,
        security: {
          cors: hasCorsOrigins,
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
            documentation: `Patient’s number, start, status, class and identifiers are kept. ${BUNDLE_RULES}`,
            ...COMMON_RULES,
          },
          {
            type: 'Condition',
            documentation: `Its codings are kept as they were sent; the ICD code that it is counted under is added. ${BUNDLE_RULES}`,
            ...COMMON_RULES,
          },
        ],
        interaction: [{ code: 'transaction' }, { code: 'batch' }],
      },
    ],
  };
}
