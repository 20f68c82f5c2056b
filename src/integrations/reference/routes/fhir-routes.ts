import { consultationsContract } from '../../../modules/consultations';
import { describeRefusal } from '../../../platform/access/access-refusals';
import { CallInProgressException } from '../../../platform/idempotency/call-in-progress.exception';
import { budgetTexts } from '../../../platform/http/body-budget';
import { KEY_MALFORMED, KEY_REUSED } from '../../../platform/idempotency/idempotency-key';
import type { JsonSchema } from '../openapi/json-schema';
import { errorTexts } from '../error-texts';
import { exampleBundle, exampleCondition, exampleEncounter, exampleResponseBundle } from './fhir-examples';
import type { PlainRoute, RouteContent, RouteFailure } from './plain-route';
import {
  type FailureSpec,
  limitFailures,
  listAccessFailures,
  outageFailures,
  recordingOutageFailures,
} from './route-failures';
import { MAX_NAME_LENGTH } from '../../../shared/own-names';

const FHIR_JSON = 'application/fhir+json';

const { access } = consultationsContract.record;

interface FhirFailureSpec extends FailureSpec {
  /** FHIR issue code, if it is not the one in `ISSUE_CODES`. */
  readonly code?: string;
  /** FHIRPath of the element. */
  readonly expression?: string;
}

const notAcceptable: FhirFailureSpec = {
  name: 'notAcceptable',
  status: 406,
  when: 'only XML is accepted',
  text: 'only JSON is answered: accept application/fhir+json',
};

const methodNotAllowed: FhirFailureSpec = {
  name: 'method',
  status: 405,
  when: 'another method is used, or anything is sent to `/fhir/Encounter` or `/fhir/Condition`; the header `Allow` says what may be',
  text: 'this method is not supported here: Encounters and Conditions are recorded as entries of a Bundle that is posted to /fhir, and never changed',
};

const recordingFailures: readonly FhirFailureSpec[] = [
  {
    name: 'unreadable',
    status: 400,
    code: 'structure',
    when: 'the Bundle cannot be read',
    text: 'the body is not valid JSON',
  },
  {
    name: 'wrongElement',
    status: 400,
    code: 'required',
    when: 'an element lacks what FHIR requires of it',
    text: 'required',
    expression: 'Bundle.entry[1].resource',
  },
  {
    name: 'unknownType',
    status: 400,
    code: 'not-supported',
    when: 'a resource has a type that R4 does not have',
    text: 'expected a resource type of FHIR R4, in its spelling',
    expression: 'Bundle.entry[1].resource.resourceType',
  },
  { name: 'wrongKey', status: 400, when: 'the header `Idempotency-Key` cannot be read', text: KEY_MALFORMED },
  { name: 'otherOrigin', status: 403, ...errorTexts.otherOrigin },
  {
    name: 'conflict',
    status: 409,
    when: 'an identifier was recorded before with another content, and nothing of a transaction is recorded',
    text: 'this Encounter was recorded before with another patient',
    expression: 'Bundle.entry[0].resource',
  },
  {
    name: 'keyInUse',
    status: 409,
    when: 'the first call under the same `Idempotency-Key` still runs',
    text: new CallInProgressException().message,
    hasRetryAfter: true,
  },
  {
    name: 'tooLarge',
    status: 413,
    when: 'the body is larger than 10 MB, or has too many entries',
    text: 'the body is larger than 10485760 bytes: send it as several Bundles',
  },
  {
    name: 'mediaType',
    status: 415,
    code: 'not-supported',
    when: 'the body is not JSON in UTF-8',
    text: 'the body must be JSON in UTF-8: send the header Content-Type: application/fhir+json',
  },
  {
    name: 'unprocessable',
    status: 422,
    code: 'code-invalid',
    when: 'a transaction has something that cannot be recorded',
    text: `none of its codings is an ICD-10 or ICD-11 code of the catalogue, and neither text nor display names a pathology in 1 to ${MAX_NAME_LENGTH} characters`,
    expression: 'Bundle.entry[1].resource.code',
  },
  {
    name: 'severalMatches',
    status: 422,
    code: 'multiple-matches',
    when: 'a reference could mean several resources of the Bundle',
    text: 'several resources of the Bundle could be meant: refer to one by its fullUrl',
    expression: 'Bundle.entry[1].resource.encounter',
  },
  {
    name: 'modifierExtension',
    status: 422,
    code: 'extension',
    when: 'an extension changes the meaning of a resource',
    text: 'no extension that changes the meaning of a resource is understood here',
    expression: 'Bundle.entry[1].resource.modifierExtension',
  },
  {
    name: 'keyReused',
    status: 422,
    code: 'business-rule',
    when: 'the `Idempotency-Key` was used for another Bundle',
    text: KEY_REUSED,
  },
  { name: 'tooSlow', status: 408, code: 'too-costly', ...errorTexts.tooSlow },
  {
    name: 'ownBodies',
    status: 429,
    hasRetryAfter: true,
    when: 'long Bundles of the account wait for memory already',
    text: budgetTexts('Bundles').ofCaller,
  },
  {
    name: 'busy',
    status: 503,
    hasRetryAfter: true,
    when: 'many long Bundles are being recorded at one time',
    text: budgetTexts('Bundles').ofAll,
  },
];

/** Lists the FHIR R4 routes. `/fhir/metadata` returns the exact capabilities. */
export function listFhirRoutes(publicUrl: string): PlainRoute[] {
  return [
    {
      module: 'fhir',
      operationId: 'fhirRecord',
      method: 'post',
      path: '/fhir',
      summary: 'Records the encounters of a transaction or batch Bundle, each with its condition.',
      description:
        'Other resources of the Bundle are ignored, and the answer says so. Identifiers are kept: an encounter that has one is recorded once, however often it is sent. Under an `Idempotency-Key`, the same Bundle is recorded once within 24 hours, named or not: a repetition has the first answer, with the header `Idempotency-Replayed: true`. At most 10 MB and 5,000 entries.',
      access,
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A new random value for each Bundle, and the same one when that Bundle is sent again: 1 to 255 visible ASCII characters.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
        {
          name: 'Prefer',
          in: 'header',
          description:
            '`return=representation` answers the resources too, `return=OperationOutcome` a sentence on each entry. Without it, an entry has one where something has to be said.',
          schema: { type: 'string' },
        },
      ],
      body: buildContent('Bundle', exampleBundle),
      response: buildContent('Bundle', exampleResponseBundle(publicUrl)),
      failures: buildFailures([
        ...listAccessFailures(access),
        ...limitFailures,
        methodNotAllowed,
        notAcceptable,
        ...recordingFailures,
        ...recordingOutageFailures,
      ]),
    },
    {
      module: 'fhir',
      operationId: 'fhirMetadata',
      method: 'get',
      path: '/fhir/metadata',
      summary: 'What of FHIR is understood here.',
      access: 'anyone',
      response: buildContent('CapabilityStatement'),
      failures: buildFailures([...limitFailures, methodNotAllowed, notAcceptable]),
    },
    buildReadRoute('Encounter', exampleEncounter),
    buildReadRoute('Condition', exampleCondition),
  ];
}

function buildReadRoute(type: 'Encounter' | 'Condition', example: { id: string }): PlainRoute {
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
    response: buildContent(type, example),
    failures: buildFailures([
      ...listAccessFailures(access),
      ...limitFailures,
      { name: 'missing', status: 404, when: missing, text: missing },
      methodNotAllowed,
      notAcceptable,
      ...outageFailures,
    ]),
  };
}

function buildContent(resourceType: string, example?: object): RouteContent {
  const schema: JsonSchema = {
    type: 'object',
    description: `A ${resourceType} of FHIR R4: http://hl7.org/fhir/R4/${resourceType.toLowerCase()}.html`,
    required: ['resourceType'],
    properties: { resourceType: { type: 'string', const: resourceType } },
    additionalProperties: true,
  };
  return { mediaType: FHIR_JSON, schema, ...(example && { example }) };
}

/**
 * FHIR issue codes (http://hl7.org/fhir/issue-type) by HTTP status; `invalid` for any other status. As
 * `OperationOutcomeFilter` has them.
 */
const ISSUE_CODES: Readonly<Record<number, string>> = {
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  413: 'too-costly',
  429: 'throttled',
  500: 'exception',
  503: 'transient',
};

function buildFailures(specs: readonly FhirFailureSpec[]): RouteFailure[] {
  return [...specs]
    .sort((a, b) => a.status - b.status)
    .map(({ text, code, expression, details, ...failure }) => {
      const issue = {
        severity: 'error',
        code: code ?? ISSUE_CODES[failure.status] ?? 'invalid',
        details: { text },
        ...(details && { diagnostics: describeRefusal(details) }),
        ...(expression !== undefined && { expression: [expression] }),
      };
      return { ...failure, body: { resourceType: 'OperationOutcome', issue: [issue] } };
    });
}
