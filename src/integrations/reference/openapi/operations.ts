import { REPLAYED_HEADER } from '../../../platform/idempotency/idempotency-key';
import { type Deprecation, isInputRequired } from '../../../platform/trpc/contract/contract';
import { deprecationHeaders } from '../../../platform/trpc/contract/deprecation';
import type { CodeSamples } from '../code-samples/code-samples';
import { type DocumentedError, listDocumentedErrors } from '../documented-errors';
import { capitalize } from '../names';
import type { ContractedProcedure } from '../../../platform/trpc/contract/procedures';
import { EVENT_STREAM, LAST_EVENT, buildResponseBody, buildEventData, buildRequestBody } from '../envelopes';
import { toReference } from './component-schemas';
import { groupByStatus, buildExamples, describeConditions } from './failures';
import type { JsonSchema } from './json-schema';
import type {
  Answer,
  MediaType,
  Operation,
  Parameter,
  PathItem,
  SecurityRequirement,
} from './openapi-document';
import { describeProcedure } from './operation-description';
import { buildStandardHeaders } from './response-headers';
import { BEARER, COOKIE } from './security';

/** Statuses that may say when to try again. */
const WAIT: readonly number[] = [409, 429, 503];

/** Of the parameter `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_PARAMETER = 'IdempotencyKey';

/** What the components of a procedure are called, and its operation. */
export function buildComponentName({ router, name }: ContractedProcedure, suffix = ''): string {
  return `${capitalize(router)}${capitalize(name)}${suffix}`;
}

/** Queries and subscriptions go by GET and by POST, a mutation by POST alone. */
export function buildPathItem(procedure: ContractedProcedure, samples: CodeSamples): PathItem {
  const post = postOperation(procedure, samples);
  if (procedure.contract.kind === 'mutation') return { post };
  return { get: getOperation(procedure, samples), post };
}

function getOperation(procedure: ContractedProcedure, samples: CodeSamples): Operation {
  const shared = sharedParts(procedure);
  const input = inputParameter(procedure);
  return {
    ...shared,
    ...(input && { parameters: [input] }),
    responses: responsesOf(procedure, 'get'),
    'x-codeSamples': samples.of(procedure, 'GET'),
  };
}

function postOperation(procedure: ContractedProcedure, samples: CodeSamples): Operation {
  const { kind, input, example, repetition } = procedure.contract;
  const shared = sharedParts(procedure);
  return {
    ...shared,
    ...(repetition !== 'none' && {
      parameters: [{ $ref: `#/components/parameters/${IDEMPOTENCY_KEY_PARAMETER}` }],
    }),
    ...(kind !== 'mutation' && { operationId: `${shared.operationId}ByPost` }),
    ...(input && {
      requestBody: {
        required: isInputRequired(input),
        description: 'The input under `0.json`. The short form `{"json": …}` is understood too.',
        content: {
          'application/json': {
            schema: requestSchema(procedure),
            example: buildRequestBody(example.input),
          },
        },
      },
    }),
    responses: responsesOf(procedure, 'post'),
    'x-codeSamples': samples.of(procedure, 'POST'),
  };
}

function sharedParts(procedure: ContractedProcedure) {
  const { router, name, contract } = procedure;
  return {
    operationId: `${router}${capitalize(name)}`,
    tags: [router],
    summary: contract.summary,
    description: describeProcedure(contract),
    ...(contract.deprecated && { deprecated: true as const }),
    security: securityOf(procedure),
    ...(typeof contract.access !== 'string' && { 'x-roles': contract.access }),
  };
}

/** Any one of the requirements is enough; the empty one stands for nobody. */
function securityOf({ contract: { access, endsSession } }: ContractedProcedure): SecurityRequirement[] {
  // An access token ends by itself.
  if (endsSession) return [COOKIE];
  return access === 'anyone' ? [{}, COOKIE, BEARER] : [COOKIE, BEARER];
}

function inputParameter(procedure: ContractedProcedure): Parameter | undefined {
  const { input, example } = procedure.contract;
  if (!input) return undefined;
  return {
    name: 'input',
    in: 'query',
    required: isInputRequired(input),
    description:
      'The input under `0.json`, as JSON that is encoded for a URL. A JSON body is understood in its place.',
    content: {
      'application/json': { schema: requestSchema(procedure), example: buildRequestBody(example.input) },
    },
  };
}

function requestSchema(procedure: ContractedProcedure): JsonSchema {
  return {
    type: 'object',
    required: ['0'],
    properties: {
      0: {
        type: 'object',
        required: ['json'],
        properties: { json: toReference(buildComponentName(procedure, 'Input')) },
      },
    },
  };
}

function responsesOf(procedure: ContractedProcedure, method: 'get' | 'post'): Operation['responses'] {
  // A GET as it is documented here has no body.
  const ofBodies = method === 'get' ? ['tooLarge', 'mediaType'] : [];
  const failures = listDocumentedErrors(procedure).filter(({ name }) => !ofBodies.includes(name));
  return Object.fromEntries([
    ['200', successOf(procedure)],
    ...groupByStatus(failures).map(([status, answers]) => [
      String(status),
      errorResponse(status, answers, procedure),
    ]),
  ]) as Operation['responses'];
}

function successOf(procedure: ContractedProcedure): Answer {
  const { kind, repetition, deprecated } = procedure.contract;
  if (kind === 'subscription') return streamOf(procedure);
  const media: MediaType = {
    schema: {
      type: 'object',
      required: ['result'],
      properties: {
        result: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'object',
              required: ['json'],
              properties: { json: toReference(buildComponentName(procedure, 'Output')) },
            },
          },
        },
      },
    },
    example: buildResponseBody(procedure.contract.example.output),
  };
  return {
    description: 'The result under `result.data.json`.',
    headers: {
      ...buildStandardHeaders(),
      ...(repetition !== 'none' && {
        [REPLAYED_HEADER]: {
          description:
            'Present where an earlier call with the same `Idempotency-Key` was answered with this.',
          schema: { type: 'string' as const, const: 'true' },
        },
      }),
      ...(deprecated && deprecationHeadersOf(deprecated)),
    },
    content: { 'application/json': media },
  };
}

function streamOf(procedure: ContractedProcedure): Answer {
  return {
    description: `Server-sent events, until the one named \`${LAST_EVENT}\`. The schema is that of the data of each.`,
    headers: buildStandardHeaders(),
    content: {
      [EVENT_STREAM]: {
        schema: {
          type: 'object',
          required: ['json'],
          properties: { json: toReference(buildComponentName(procedure, 'Output')) },
        },
        example: buildEventData(procedure.contract.example.output),
      },
    },
  };
}

function errorResponse(
  status: number,
  answers: readonly DocumentedError[],
  { contract }: ContractedProcedure,
): Answer {
  const [first] = answers;
  return {
    description: `\`${first?.code ?? ''}\`: ${describeConditions(answers)}`,
    headers: {
      ...buildStandardHeaders(WAIT.includes(status)),
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
        examples: buildExamples(answers),
      },
    },
  };
}

function deprecationHeadersOf(deprecation: Deprecation) {
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
