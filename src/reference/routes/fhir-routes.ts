import { LOGIN_REQUIRED, PERMISSION_REQUIRED } from '../../access/assert-access';
import { consultationsContract } from '../../consultations/consultations.contract';
import type { JsonSchema } from '../openapi/json-schema';
import { exampleBundle, exampleCondition, exampleEncounter, exampleResponseBundle } from './fhir-example';
import type { PlainRoute, RouteContent, RouteFailure } from './plain-route';

const FHIR_JSON = 'application/fhir+json';

const { access } = consultationsContract.record;

const refused: readonly RouteFailure[] = [
  failure(401, { code: 'login', when: 'nobody is signed in', text: LOGIN_REQUIRED }),
  failure(403, { code: 'forbidden', when: 'the account has another role', text: PERMISSION_REQUIRED }),
];

/** FHIR R4. What exactly is understood, `/fhir/metadata` says at run time. */
export function fhirRoutes(publicUrl: string): PlainRoute[] {
  return [
    {
      module: 'fhir',
      operationId: 'fhirRecord',
      method: 'post',
      path: '/fhir',
      summary: 'Records the encounters of a transaction or batch Bundle, each with its condition.',
      description:
        'Other resources of the Bundle are ignored, and the answer says so. Identifiers are kept: an encounter that has one is recorded once, however often it is sent. At most 10 MB.',
      access,
      body: content('Bundle', exampleBundle),
      answer: content('Bundle', exampleResponseBundle(publicUrl)),
      failures: [
        failure(400, {
          code: 'invalid',
          when: 'the Bundle cannot be read, or something in it is wrong',
          text: 'the body is not valid JSON',
        }),
        ...refused,
      ],
    },
    {
      module: 'fhir',
      operationId: 'fhirMetadata',
      method: 'get',
      path: '/fhir/metadata',
      summary: 'What of FHIR is understood here.',
      access: 'anyone',
      answer: content('CapabilityStatement'),
      failures: [
        failure(406, {
          code: 'invalid',
          when: 'only XML is accepted',
          text: 'only JSON is answered: accept application/fhir+json',
        }),
      ],
    },
    read('Encounter', exampleEncounter),
    read('Condition', exampleCondition),
  ];
}

function read(type: 'Encounter' | 'Condition', example: { id: string }): PlainRoute {
  const missing = `there is no such ${type}, or another account recorded it`;
  return {
    module: 'fhir',
    operationId: `fhir${type}`,
    method: 'get',
    path: `/fhir/${type}/{id}`,
    summary: `The ${type} that was recorded under an id.`,
    access,
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'As the answer to the Bundle gave it, at the end of `location`.',
        schema: { type: 'string' },
        example: example.id,
      },
    ],
    answer: content(type, example),
    failures: [...refused, failure(404, { code: 'not-found', when: missing, text: missing })],
  };
}

function content(resourceType: string, example?: object): RouteContent {
  const schema: JsonSchema = {
    type: 'object',
    description: `A ${resourceType} of FHIR R4: http://hl7.org/fhir/R4/${resourceType.toLowerCase()}.html`,
    required: ['resourceType'],
    properties: { resourceType: { type: 'string', const: resourceType } },
    additionalProperties: true,
  };
  return { mediaType: FHIR_JSON, schema, ...(example && { example }) };
}

function failure(
  status: number,
  { code, when, text }: { code: string; when: string; text: string },
): RouteFailure {
  const issue = [{ severity: 'error', code, details: { text } }];
  return { status, when, body: { resourceType: 'OperationOutcome', issue } };
}
