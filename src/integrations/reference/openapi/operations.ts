import { REPLAYED_HEADER } from '../../../platform/idempotency/idempotency-key';
import { type Deprecation, isInputRequired } from '../../../platform/contract/contract';
import { deprecationHeaders } from '../../../platform/contract/deprecation';
import { writeCodeSamples } from '../code-samples/code-samples';
import { type DocumentedError, listDocumentedErrors } from '../documented-errors';
import { capitalize } from '../names';
import type { ContractedProcedure } from '../../../platform/contract/procedures';
import { EVENT_STREAM, LAST_EVENT, buildEventData, buildRequestBody, buildResponseBody } from '../envelopes';
import { toReference } from './component-schemas';
import { buildExamples, describeConditions, groupByStatus } from './failures';
import { type JsonSchema, wrapSchema } from './json-schema';
import type {
  MediaType,
  Operation,
  Parameter,
  PathItem,
  ResponseObject,
  SecurityRequirement,
} from './openapi-document';
import { describeProcedure } from './operation-description';
import { buildStandardHeaders, challengeHeader, ignoredFieldsHeaders } from './response-headers';
import { BEARER, COOKIE } from './security';

/** Statuses whose responses may have `Retry-After`. */
const RETRY_AFTER_STATUSES: readonly number[] = [409, 429, 503];

/** Component name of the header parameter `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_PARAMETER = 'IdempotencyKey';

/** Component name of the header parameter `Prefer`. */
export const PREFER_PARAMETER = 'Prefer';

const STRICT = { $ref: `#/components/parameters/${PREFER_PARAMETER}` };

/** Builds the component name of a procedure: `ConsultationsRecordInput`. */
export function buildComponentName({ router, name }: ContractedProcedure, suffix = ''): string {
  return `${capitalize(router)}${capitalize(name)}${suffix}`;
}

/** Builds the operations of a procedure: POST only for a mutation, otherwise GET and POST. */
export function buildPathItem(procedure: ContractedProcedure, baseUrl: string): PathItem {
  const post = buildPostOperation(procedure, baseUrl);
  if (procedure.contract.kind === 'mutation') return { post };
  return { get: buildGetOperation(procedure, baseUrl), post };
}

function buildGetOperation(procedure: ContractedProcedure, baseUrl: string): Operation {
  const shared = buildSharedParts(procedure);
  const input = buildInputParameter(procedure);
  return {
    ...shared,
    ...(input && { parameters: [input, STRICT] }),
    responses: buildResponses(procedure, 'get'),
    'x-codeSamples': writeCodeSamples(procedure, { method: 'GET', baseUrl }),
  };
}

function buildPostOperation(procedure: ContractedProcedure, baseUrl: string): Operation {
  const { kind, input, example, idempotency, endsSession } = procedure.contract;
  const shared = buildSharedParts(procedure);
  const parameters = [
    ...(idempotency === 'none' ? [] : [{ $ref: `#/components/parameters/${IDEMPOTENCY_KEY_PARAMETER}` }]),
    ...(input ? [STRICT] : []),
  ];
  return {
    ...shared,
    ...(parameters.length > 0 && { parameters }),
    ...(kind !== 'mutation' && { operationId: `${shared.operationId}ByPost` }),
    ...(input && {
      requestBody: {
        required: isInputRequired(input),
        description: 'The input under `0.json`. The short form `{"json": …}` is understood too.',
        content: {
          'application/json': {
            schema: buildRequestSchema(procedure),
            example: buildRequestBody(example.input),
          },
        },
      },
    }),
    responses: buildResponses(procedure, 'post'),
    // A confidential query has no key, because it changes nothing.
    ...(kind === 'mutation' && (idempotency !== 'none' || endsSession) && { 'x-writes': true as const }),
    'x-codeSamples': writeCodeSamples(procedure, { method: 'POST', baseUrl }),
  };
}

function buildSharedParts(procedure: ContractedProcedure) {
  const { router, name, contract } = procedure;
  return {
    operationId: `${router}${capitalize(name)}`,
    tags: [router],
    summary: contract.summary,
    description: describeProcedure(contract),
    ...(contract.deprecated && { deprecated: true as const }),
    security: listSecurityRequirements(procedure),
    ...(typeof contract.access !== 'string' && { 'x-roles': contract.access }),
  };
}

/** Lists alternative security requirements; the empty one permits anonymous callers. */
function listSecurityRequirements({
  contract: { access, endsSession },
}: ContractedProcedure): SecurityRequirement[] {
  // An access token has no session to end.
  if (endsSession) return [COOKIE];
  return access === 'anyone' ? [{}, COOKIE, BEARER] : [COOKIE, BEARER];
}

function buildInputParameter(procedure: ContractedProcedure): Parameter | undefined {
  const { input, example } = procedure.contract;
  if (!input) return undefined;
  return {
    name: 'input',
    in: 'query',
    required: isInputRequired(input),
    description:
      'The input under `0.json`, as JSON that is encoded for a URL. A JSON body is understood in its place.',
    content: {
      'application/json': { schema: buildRequestSchema(procedure), example: buildRequestBody(example.input) },
    },
  };
}

function buildRequestSchema(procedure: ContractedProcedure): JsonSchema {
  return wrapSchema(toReference(buildComponentName(procedure, 'Input')), '0', 'json');
}

function buildResponses(procedure: ContractedProcedure, method: 'get' | 'post'): Operation['responses'] {
  // The documented GET has no body.
  const bodyErrors = method === 'get' ? ['tooLarge', 'mediaType', 'tooSlow', 'ownBodies', 'allBodies'] : [];
  const errors = listDocumentedErrors(procedure).filter(({ name }) => !bodyErrors.includes(name));
  return Object.fromEntries([
    ['200', buildSuccessResponse(procedure)],
    ...groupByStatus(errors).map(([status, sameStatus]) => [
      String(status),
      buildErrorResponse(status, sameStatus, procedure),
    ]),
  ]) as Operation['responses'];
}

function buildSuccessResponse(procedure: ContractedProcedure): ResponseObject {
  const { kind, input, idempotency, deprecated } = procedure.contract;
  if (kind === 'subscription') return buildStreamResponse(procedure);
  const output = toReference(buildComponentName(procedure, 'Output'));
  const media: MediaType = {
    schema: wrapSchema(output, 'result', 'data', 'json'),
    example: buildResponseBody(procedure.contract.example.output),
  };
  return {
    description: 'The result under `result.data.json`.',
    headers: {
      ...buildStandardHeaders(),
      ...(input && ignoredFieldsHeaders),
      ...(idempotency !== 'none' && {
        [REPLAYED_HEADER]: {
          description:
            'Present where an earlier call with the same `Idempotency-Key` was answered with this.',
          schema: { type: 'string' as const, const: 'true' },
        },
      }),
      ...(deprecated && buildDeprecationHeaders(deprecated)),
    },
    content: { 'application/json': media },
  };
}

function buildStreamResponse(procedure: ContractedProcedure): ResponseObject {
  return {
    description: `Server-sent events, until the one named \`${LAST_EVENT}\`. The schema is that of the data of each.`,
    headers: { ...buildStandardHeaders(), ...(procedure.contract.input && ignoredFieldsHeaders) },
    content: {
      [EVENT_STREAM]: {
        schema: wrapSchema(toReference(buildComponentName(procedure, 'Output')), 'json'),
        example: buildEventData(procedure.contract.example.output),
      },
    },
  };
}

function buildErrorResponse(
  status: number,
  errors: readonly DocumentedError[],
  { contract }: ContractedProcedure,
): ResponseObject {
  const [first] = errors;
  return {
    description: `\`${first?.code ?? ''}\`: ${describeConditions(errors)}`,
    headers: {
      ...buildStandardHeaders(RETRY_AFTER_STATUSES.includes(status)),
      ...(status === 401 && challengeHeader),
      ...(status === 405 && {
        allow: {
          description: 'The methods that are taken.',
          schema: { type: 'string', const: contract.kind === 'mutation' ? 'POST' : 'GET, POST' },
        },
      }),
    },
    content: {
      'application/json': {
        schema: toReference('Error'),
        examples: buildExamples(errors),
      },
    },
  };
}

function buildDeprecationHeaders(deprecation: Deprecation) {
  const texts = {
    deprecation: 'Since when it is deprecated (RFC 9745).',
    sunset: 'From when on it may be gone (RFC 8594).',
  };
  const values = deprecationHeaders([deprecation]);
  return Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const, ...(values[name] && { const: values[name] }) } },
    ]),
  );
}
