import type { PlainRoute } from '../routes/plain-route';
import { mediaTypeOfFailures } from '../routes/plain-route';
import { routeCurlSample } from '../code-samples/route-curl';
import type { Operation, SecurityRequirement } from './openapi-document';
import { whoMayCall } from './operation-description';

/** A plain route's operation. */
export function routeOperation(route: PlainRoute, publicUrl: string): Operation {
  const { operationId, module, summary, description, access, parameters, body, answer } = route;
  const credentials: SecurityRequirement[] = [{ sessionCookie: [] }, { accessToken: [] }];
  return {
    operationId,
    tags: [module],
    summary,
    description: [`**Who may call:** ${whoMayCall(access)}.`, ...(description ? [description] : [])].join(
      '\n\n',
    ),
    security: access === 'anyone' ? [{}] : credentials,
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

function failuresOf(route: PlainRoute): Operation['responses'] {
  const mediaType = mediaTypeOfFailures(route);
  return Object.fromEntries(
    route.failures.map(({ status, when, body }) => [
      String(status),
      {
        description: `When ${when}.`,
        content: {
          [mediaType]: { schema: { type: 'object' as const, additionalProperties: true }, example: body },
        },
      },
    ]),
  );
}
