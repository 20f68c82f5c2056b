import { describeAccess } from '../openapi/operation-description';
import { type PlainRoute, listExampleQuery, selectFailureFormat } from '../routes/plain-route';
import { buildJsonBody, buildSavedResponse } from './saved-response';
import type { PostmanItem, PostmanRequest, PostmanResponse } from './postman-collection';
import { STORE_FHIR_IDS, buildRouteTests } from './scripts';

/** Builds the request of a plain HTTP route, with its example. */
export function buildRouteItem(route: PlainRoute): PostmanItem {
  const { access, failures, method, path, response } = route;
  const request = buildRequest(route);
  return {
    name: `${method.toUpperCase()} ${path}`,
    request,
    response: buildSavedResponses(route, request),
    event: [
      buildRouteTests({
        mediaType: response.mediaType,
        statements: route.body ? STORE_FHIR_IDS : [],
        access,
        forbiddenBody: failures.find(({ name }) => name === 'role')?.body,
      }),
    ],
    protocolProfileBehavior: { disableBodyPruning: true },
  };
}

function buildRequest(route: PlainRoute): PostmanRequest {
  const { access, body, description = '', method, path, summary } = route;
  const address = path.replace(/\/(\w+)\/\{id\}$/, '/$1/{{fhir.$1}}');
  const query = listExampleQuery(route);
  const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  return {
    method: method.toUpperCase(),
    description: `${summary} ${description}\n\n**Who may call:** ${describeAccess(access)}.`,
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
    ...(body && { body: buildJsonBody(body.example) }),
  };
}

function buildSavedResponses(route: PlainRoute, request: PostmanRequest): PostmanResponse[] {
  const { mediaType, example } = route.response;
  return [
    ...(example === undefined
      ? []
      : [buildSavedResponse(request, { name: 'It worked', code: 200, mediaType, body: example })]),
    ...route.failures.map(({ status, when, body }) =>
      buildSavedResponse(request, {
        name: `${status}: ${when}`,
        code: status,
        mediaType: selectFailureFormat(route).mediaType,
        body,
      }),
    ),
  ];
}
