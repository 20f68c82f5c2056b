import { whoMayCall } from '../openapi/operation-description';
import { type PlainRoute, exampleQuery, formOfFailures } from '../routes/plain-route';
import { jsonBody, savedResponse } from './parts';
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
    ...(body && { body: jsonBody(body.example) }),
  };
}

function savedResponses(route: PlainRoute, request: PostmanRequest): PostmanResponse[] {
  const { mediaType, example } = route.answer;
  return [
    ...(example === undefined
      ? []
      : [savedResponse(request, { name: 'It worked', code: 200, mediaType, body: example })]),
    ...route.failures.map(({ status, when, body }) =>
      savedResponse(request, {
        name: `${status}: ${when}`,
        code: status,
        mediaType: formOfFailures(route).mediaType,
        body,
      }),
    ),
  ];
}
