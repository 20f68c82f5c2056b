import { routeCurlSample } from '../code-samples/route-curl';
import { capitalised } from '../names';
import { type PlainRoute, formOfFailures } from '../routes/plain-route';
import { referenceTo } from './component-schemas';
import { byStatus, examplesOf, whenOf } from './failures';
import type { Answer, Operation } from './openapi-document';
import { whoMayCall } from './operation-description';
import { standardHeaders } from './response-headers';
import { BEARER, COOKIE } from './security';

/** A plain route's operation. */
export function routeOperation(route: PlainRoute, publicUrl: string): Operation {
  const { operationId, module, summary, description, access, parameters, body, answer } = route;
  return {
    operationId,
    tags: [module],
    summary,
    description: [`**Who may call:** ${whoMayCall(access)}.`, ...(description ? [description] : [])].join(
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
        headers: standardHeaders(),
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
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: routeCurlSample(route, publicUrl) }],
  };
}

function failuresOf(route: PlainRoute): Record<string, Answer> {
  const { mediaType, schema } = formOfFailures(route);
  return Object.fromEntries(
    byStatus(route.failures).map(([status, failures]) => [
      String(status),
      {
        description: capitalised(whenOf(failures)),
        headers: standardHeaders(failures.some(({ waits }) => waits)),
        content: {
          [mediaType]: {
            schema: referenceTo(schema),
            examples: examplesOf(failures),
          },
        },
      },
    ]),
  );
}
