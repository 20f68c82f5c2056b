import type { AccessRule } from '../../../platform/access/access-rule';
import type { ValuePath } from '../example-links';
import type { JsonSchema } from '../openapi/json-schema';
import { BASE_PATH } from '../../../platform/trpc/transport/target';
import type { PostmanEvent } from './postman-collection';

/**
 * Runs before every request: routes that are no procedure stand beside `base_url`, and who has a token is not sent with a
 * cookie too, which would be refused.
 */
export const PREREQUEST_SCRIPT = script('prerequest', [
  `pm.variables.set('origin', pm.variables.get('base_url').replace(/${BASE_PATH.replaceAll('/', '\\/')}\\/?$/, ''));`,
  "const token = pm.variables.get('token');",
  "if (token || !pm.variables.get('session')) pm.request.headers.remove('Cookie');",
  "if (token) pm.request.headers.upsert({ key: 'Authorization', value: `Bearer ${token}` });",
]);

/** Who a request is for, and what anybody else is answered. */
export interface Permission {
  readonly access: AccessRule;
  /** The body of the 403; undefined where no role is refused. */
  readonly refusal: unknown;
}

/** What a request's answer is held to, and what later requests take from it. */
export interface Expectation extends Permission {
  readonly schema: JsonSchema;
  readonly kept: readonly { readonly variable: string; readonly path: ValuePath }[];
}

export function buildProcedureTests({ schema, kept, ...permission }: Expectation): PostmanEvent {
  return buildPermissionTests(permission, [
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
export const STORE_FHIR_IDS = [
  'for (const { response } of pm.response.json().entry) {',
  "  const [type, id] = response.location.split('/').slice(-2);",
  '  pm.collectionVariables.set(`fhir.${type}`, id);',
  '}',
];

/** What the answer of a plain route is held to: its status and its type. */
export interface RouteExpectation extends Permission {
  readonly mediaType: string;
  /** Lines that run where it worked. */
  readonly further: readonly string[];
}

export function buildRouteTests({ mediaType, further, ...permission }: RouteExpectation): PostmanEvent {
  return buildPermissionTests(permission, [
    `const type = ${JSON.stringify(mediaType)};`,
    "pm.test('has the documented type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include(type));",
    ...further,
  ]);
}

/**
 * Tests of an answer that worked; for who has none of the roles, that the refusal is the documented one. The platform is
 * asked which role that is, so that a refusal of somebody who may call is a failure.
 */
function buildPermissionTests({ access, refusal }: Permission, tests: readonly string[]): PostmanEvent {
  const worked = ["pm.test('is answered with 200', () => pm.response.to.have.status(200));", ...tests];
  if (typeof access === 'string') return script('test', worked);
  return script('test', [
    'if (pm.response.code === 403) {',
    `  const roles = ${JSON.stringify(access)};`,
    `  const refusal = ${JSON.stringify(refusal)};`,
    "  const token = pm.variables.get('token');",
    '  const header = token',
    "    ? { Authorization: 'Bearer ' + token }",
    "    : { Cookie: 'session=' + pm.variables.get('session') };",
    "  pm.sendRequest({ url: pm.variables.get('base_url') + '/auth.me', header }, (error, me) => {",
    "    pm.test('is not permitted to this account, as documented', () => {",
    '      pm.expect(error).to.equal(null);',
    '      pm.expect(roles).to.not.include(me.json().result.data.json.role);',
    '      pm.expect(pm.response.json()).to.deep.equal(refusal);',
    '    });',
    '  });',
    '} else {',
    ...worked.map((line) => `  ${line}`),
    '}',
  ]);
}

function script(listen: PostmanEvent['listen'], exec: readonly string[]): PostmanEvent {
  return { listen, script: { type: 'text/javascript', exec } };
}
