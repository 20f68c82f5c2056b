import { STATUS_CODES } from 'node:http';
import { whoMayCall } from '../openapi/operation-description';
import { type PlainRoute, exampleQuery, formOfFailures } from '../routes/plain-route';
import type { PostmanItem, PostmanRequest, PostmanResponse } from './postman-collection';
import { LOCATIONS_KEPT, routeTestScript } from './scripts';

/** The request of a plain route, with its example. */
export function routeItem(route: PlainRoute): PostmanItem {
  const { access, answer, failures, method, path } = route;
  const request = requestOf(route);
  return {
    name: `${method.toUpperCase()} ${path}`,
    request,
    response: savedResponses(route, request),
    event: [
      routeTestScript({
        mediaType: answer.mediaType,
        further: route.body ? LOCATIONS_KEPT : [],
        access,
        refusal: failures.find(({ name }) => name === 'role')?.body,
      }),
    ],
    protocolProfileBehavior: { disableBodyPruning: true },
  };
}

function requestOf(route: PlainRoute): PostmanRequest {
  const { access, body, description = '', method, path, summary } = route;
  const address = path.replace(/\/(\w+)\/\{id\}$/, '/$1/{{fhir.$1}}');
  const query = exampleQuery(route);
  const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  return {
    method: method.toUpperCase(),
    description: `${summary} ${description}\n\n**Who may call:** ${whoMayCall(access)}.`,
    url: {
      raw: `{{origin}}${address}${search && `?${search}`}`,
      host: ['{{origin}}'],
      path: address.slice(1).split('/'),
      ...(query.length > 0 && { query }),
    },
    header: [
      ...(access === 'anyone' ? [] : [{ key: 'Cookie', value: 'session={{session}}' }]),
      ...(body ? [{ key: 'Content-Type', value: body.mediaType }] : []),
    ],
    ...(body && {
      body: {
        mode: 'raw' as const,
        raw: JSON.stringify(body.example, undefined, 2),
        options: { raw: { language: 'json' as const } },
      },
    }),
  };
}

function savedResponses(route: PlainRoute, originalRequest: PostmanRequest): PostmanResponse[] {
  const saved = ({ name, code, mediaType, body }: Saved): PostmanResponse => ({
    name,
    originalRequest,
    status: STATUS_CODES[code] ?? '',
    code,
    header: [{ key: 'Content-Type', value: mediaType }],
    body: JSON.stringify(body, undefined, 2),
    _postman_previewlanguage: 'json',
  });
  const { mediaType, example } = route.answer;
  return [
    ...(example === undefined ? [] : [saved({ name: 'It worked', code: 200, mediaType, body: example })]),
    ...route.failures.map(({ status, when, body }) =>
      saved({ name: `${status}: ${when}`, code: status, mediaType: formOfFailures(route).mediaType, body }),
    ),
  ];
}

interface Saved {
  readonly name: string;
  readonly code: number;
  readonly mediaType: string;
  readonly body: unknown;
}
