import { errorTexts } from '../error-texts';
import { toRouteFailure } from '../routes/route-failures';
import type { JsonSchema } from './json-schema';

const refusalDetails: Readonly<Record<string, JsonSchema>> = {
  reason: {
    type: 'string',
    description:
      'Of a 401: `missing`, `malformed`, `expired` (also of a session that is not known), `wrong_audience`, `invalid` or `other_account`.',
  },
  roles: { type: 'array', items: { type: 'string' }, description: 'Of a 403: the roles that may.' },
};

/** Error body of procedures. */
const procedureError: JsonSchema = {
  type: 'object',
  description: 'Read `error.json.code` and `error.json.message`; `meta` is for tRPC clients.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['json', 'meta'],
      properties: {
        json: {
          type: 'object',
          required: ['code', 'message', 'data'],
          properties: {
            code: { type: 'string', description: 'Go by this, not by the message.' },
            message: {
              type: 'string',
              description: 'What is wrong and what to change. A number in parentheses at its end is stable.',
            },
            data: {
              type: 'object',
              required: ['code', 'httpStatus', 'rpc'],
              properties: {
                code: { type: 'string' },
                httpStatus: { type: 'integer', minimum: 400, maximum: 599 },
                path: {
                  type: 'string',
                  description: 'The procedure, where the request could be read so far.',
                },
                ...refusalDetails,
                rpc: { type: 'integer', description: 'JSON-RPC’s number of the code.' },
              },
            },
          },
        },
        meta: { type: 'object', description: 'Has tRPC clients put `data.rpc` in place of `code`.' },
      },
    },
  },
};

/** Error body of plain HTTP routes other than FHIR. */
const routeError: JsonSchema = {
  type: 'object',
  required: ['statusCode', 'message'],
  properties: {
    statusCode: { type: 'integer', minimum: 400, maximum: 599 },
    message: { type: 'string', description: 'What is wrong and what to change.' },
    error: { type: 'string', description: 'The name of the status.' },
    ...refusalDetails,
  },
  examples: [
    toRouteFailure({ name: 'role', status: 403, ...errorTexts.role, details: { roles: ['doctor'] } }).body,
  ],
};

const outcome: JsonSchema = {
  type: 'object',
  description: 'What is wrong, in FHIR R4: http://hl7.org/fhir/R4/operationoutcome.html',
  required: ['resourceType', 'issue'],
  properties: {
    resourceType: { type: 'string', const: 'OperationOutcome' },
    issue: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['severity', 'code', 'details'],
        properties: {
          severity: { type: 'string', enum: ['error', 'warning', 'information'] },
          code: { type: 'string', description: 'One of http://hl7.org/fhir/issue-type.' },
          details: {
            type: 'object',
            required: ['text'],
            properties: { text: { type: 'string', description: 'What is wrong and what to change.' } },
          },
          diagnostics: {
            type: 'string',
            description:
              'Of a 401 `reason: expired`, of a 403 `roles: doctor, admin`, as in the errors of procedures.',
          },
          expression: {
            type: 'array',
            items: { type: 'string' },
            description: 'The element that it is about, as FHIRPath; absent where it is the whole request.',
          },
        },
      },
    },
  },
  examples: [
    {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'forbidden', details: { text: errorTexts.role.text } }],
    },
  ],
};

/** Schemas of error bodies by component name. */
export const errorSchemas = { Error: procedureError, RouteError: routeError, OperationOutcome: outcome };
