import { writeRouteSamples } from '../code-samples/code-samples';
import { capitalize } from '../names';
import { type PlainRoute, selectFailureFormat } from '../routes/plain-route';
import { toReference } from './component-schemas';
import { buildExamples, describeConditions, groupByStatus } from './failures';
import type { Operation, ResponseObject } from './openapi-document';
import { describeAccess } from './operation-description';
import { buildStandardHeaders, challengeHeader } from './response-headers';
import { BEARER, COOKIE } from './security';

/** Builds the operation of a plain HTTP route. */
export function buildRouteOperation(route: PlainRoute, publicUrl: string): Operation {
  const { operationId, module, summary, description, access, parameters, body, response } = route;
  return {
    operationId,
    tags: [module],
    summary,
    description: [`**Who may call:** ${describeAccess(access)}.`, ...(description ? [description] : [])].join(
      '\n\n',
    ),
    security: access === 'anyone' ? [{}] : [COOKIE, BEARER],
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { [body.mediaType]: { schema: body.schema, example: body.example } },
      },
    }),
    responses: {
      200: {
        description: 'It worked.',
        headers: buildStandardHeaders(),
        content: {
          [response.mediaType]: {
            schema: response.schema,
            ...(response.example !== undefined && { example: response.example }),
          },
        },
      },
      ...buildFailureResponses(route),
    },
    ...(typeof access !== 'string' && { 'x-roles': access }),
    ...(route.method === 'post' && { 'x-writes': true as const }),
    'x-codeSamples': writeRouteSamples(route, publicUrl),
  };
}

function buildFailureResponses(route: PlainRoute): Record<string, ResponseObject> {
  const { mediaType, schema } = selectFailureFormat(route);
  return Object.fromEntries(
    groupByStatus(route.failures).map(([status, failures]) => [
      String(status),
      {
        description: capitalize(describeConditions(failures)),
        headers: {
          ...buildStandardHeaders(failures.some(({ hasRetryAfter }) => hasRetryAfter)),
          ...(status === 401 && challengeHeader),
        },
        content: {
          [mediaType]: {
            schema: toReference(schema),
            examples: buildExamples(failures),
          },
        },
      },
    ]),
  );
}
