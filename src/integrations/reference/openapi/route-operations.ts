import { writeRouteCurlSample } from '../code-samples/route-curl';
import { capitalize } from '../names';
import { type PlainRoute, failureFormat } from '../routes/plain-route';
import { toReference } from './component-schemas';
import { groupByStatus, buildExamples, describeConditions } from './failures';
import type { Answer, Operation } from './openapi-document';
import { describeAccess } from './operation-description';
import { buildStandardHeaders } from './response-headers';
import { BEARER, COOKIE } from './security';

/** A plain route's operation. */
export function buildRouteOperation(route: PlainRoute, publicUrl: string): Operation {
  const { operationId, module, summary, description, access, parameters, body, answer } = route;
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
          [answer.mediaType]: {
            schema: answer.schema,
            ...(answer.example !== undefined && { example: answer.example }),
          },
        },
      },
      ...failuresOf(route),
    },
    ...(typeof access !== 'string' && { 'x-roles': access }),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: writeRouteCurlSample(route, publicUrl) }],
  };
}

function failuresOf(route: PlainRoute): Record<string, Answer> {
  const { mediaType, schema } = failureFormat(route);
  return Object.fromEntries(
    groupByStatus(route.failures).map(([status, failures]) => [
      String(status),
      {
        description: capitalize(describeConditions(failures)),
        headers: buildStandardHeaders(failures.some(({ waits }) => waits)),
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
