import type { ValuePath } from '../example-links';
import type { JsonSchema } from '../openapi/json-schema';
import { BASE_PATH } from '../../trpc/wire/target';
import type { PostmanEvent } from './postman-collection';

/**
 * Runs before every request: routes that are no procedure stand beside `base_url`, and who has a token is not sent with a
 * cookie too, which would be refused.
 */
export const BEFORE_EACH = script('prerequest', [
  `pm.variables.set('origin', pm.variables.get('base_url').replace(/${BASE_PATH.replaceAll('/', '\\/')}\\/?$/, ''));`,
  "const token = pm.variables.get('token');",
  "if (token || !pm.variables.get('session')) pm.request.headers.remove('Cookie');",
  "if (token) pm.request.headers.upsert({ key: 'Authorization', value: `Bearer ${token}` });",
]);

/** What a request's answer is held to, and what later requests take from it. */
export interface Expectation {
  readonly status: number;
  readonly schema: JsonSchema;
  readonly kept: readonly { readonly variable: string; readonly path: ValuePath }[];
}

export function testScript({ status, schema, kept }: Expectation): PostmanEvent {
  return script('test', [
    `pm.test('is answered with ${status}', () => pm.response.to.have.status(${status}));`,
    `const schema = ${JSON.stringify(schema)};`,
    "pm.test('has the documented shape', () => pm.response.to.have.jsonSchema(schema));",
    ...(kept.length > 0 ? ['const answer = pm.response.json();'] : []),
    ...kept.map(
      ({ variable, path }) =>
        `pm.collectionVariables.set(${JSON.stringify(variable)}, answer${accessTo(path)});`,
    ),
  ]);
}

/** JavaScript that reads a place inside a value; an answer that has no such place gives undefined. */
function accessTo(path: ValuePath): string {
  return path.map((key) => `?.[${JSON.stringify(key)}]`).join('');
}

/** Every FHIR request answers with a resource; what a Bundle has stored is read by later requests. */
export const LOCATIONS_KEPT = [
  'for (const { response } of pm.response.json().entry) {',
  "  const [type, id] = response.location.split('/').slice(-2);",
  '  pm.collectionVariables.set(`fhir.${type}`, id);',
  '}',
];

/** Holds an answer to its status and its type. */
export function routeTestScript(mediaType: string, further: readonly string[]): PostmanEvent {
  return script('test', [
    "pm.test('is answered with 200', () => pm.response.to.have.status(200));",
    `const type = ${JSON.stringify(mediaType)};`,
    "pm.test('has the documented type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include(type));",
    ...further,
  ]);
}

function script(listen: PostmanEvent['listen'], exec: readonly string[]): PostmanEvent {
  return { listen, script: { type: 'text/javascript', exec } };
}
