import type { AccessRule } from '../../../platform/access/access-rule';
import type { ValuePath } from '../example-links';
import type { JsonSchema } from '../openapi/json-schema';
import { BASE_PATH } from '../../../platform/trpc/transport/target';
import type { PostmanEvent } from './postman-collection';

/**
 * Runs before every request. It derives the origin for plain HTTP routes from `base_url`, and sends either the token or
 * the cookie: the platform rejects both together. With a client id, it gets a token, and another a minute before that expires.
 */
export const PREREQUEST_SCRIPT = buildScript('prerequest', [
  `pm.variables.set('origin', pm.variables.get('base_url').replace(/${BASE_PATH.replaceAll('/', '\\/')}\\/?$/, ''));`,
  'const authorize = (token) => {',
  "  if (token || !pm.variables.get('session')) pm.request.headers.remove('Cookie');",
  "  if (token) pm.request.headers.upsert({ key: 'Authorization', value: `Bearer ${token}` });",
  '};',
  "const isUsable = pm.variables.get('token') && Date.now() < Number(pm.variables.get('token_renew_at') || 0);",
  "if (!pm.variables.get('client_id') || isUsable) {",
  "  authorize(pm.variables.get('token'));",
  '} else {',
  "  const fields = ['client_id', 'client_secret'].map((key) => ({ key, value: pm.variables.get(key) }));",
  "  const urlencoded = [{ key: 'grant_type', value: 'client_credentials' }, ...fields];",
  "  const url = pm.variables.get('token_url');",
  "  pm.sendRequest({ url, method: 'POST', body: { mode: 'urlencoded', urlencoded } }, (error, response) => {",
  '    if (error || response.code !== 200) throw new Error(`No token from ${url}: ${error || response.text()}`);',
  '    const { access_token: token, expires_in: lifetime = 300 } = response.json();',
  "    pm.collectionVariables.set('token', token);",
  "    pm.collectionVariables.set('token_renew_at', Date.now() + 1000 * Math.max(lifetime - 60, lifetime / 2));",
  '    authorize(token);',
  '  });',
  '}',
]);

/** Who may send a request, and the response to other roles. */
interface Permission {
  readonly access: AccessRule;
  /** Body of the 403; undefined if every role may call. */
  readonly forbiddenBody: unknown;
}

/** The expected response of a procedure. */
export interface ProcedureExpectation extends Permission {
  readonly schema: JsonSchema;
  /** Values of the response that later requests use. */
  readonly stored: readonly { readonly variable: string; readonly path: ValuePath }[];
  readonly endsSession: boolean;
}

export function buildProcedureTests(expectation: ProcedureExpectation): PostmanEvent {
  const { schema, stored, endsSession, ...permission } = expectation;
  if (endsSession) return buildEndOfSessionTests(expectation);
  return buildPermissionTests(permission, [
    `const schema = ${JSON.stringify(schema)};`,
    "pm.test('has the documented shape', () => pm.response.to.have.jsonSchema(schema));",
    ...(stored.length > 0 ? ['const answer = pm.response.json();'] : []),
    ...stored.map(
      ({ variable, path }) =>
        `pm.collectionVariables.set(${JSON.stringify(variable)}, answer${writeAccess(path)});`,
    ),
  ]);
}

/**
 * Builds tests of a request that ends the session. In a run, a second one gets the documented 401. The variable lasts for the
 * run, so a request that is sent by itself must succeed.
 */
function buildEndOfSessionTests({ schema }: ProcedureExpectation): PostmanEvent {
  return buildScript('test', [
    "if (pm.variables.get('token')) {",
    "  pm.test('is refused to a token, which has no session', () => pm.response.to.have.status(400));",
    "} else if (pm.variables.get('session_ended')) {",
    "  pm.test('needs a new session, because the run has ended this one', () => pm.response.to.have.status(401));",
    '} else {',
    `  const schema = ${JSON.stringify(schema)};`,
    "  pm.test('is answered with 200', () => pm.response.to.have.status(200));",
    "  pm.test('has the documented shape', () => pm.response.to.have.jsonSchema(schema));",
    "  if (pm.response.code === 200) pm.variables.set('session_ended', 'true');",
    '}',
  ]);
}

/** Writes JavaScript that reads a path in a value, or undefined if it is missing. */
function writeAccess(path: ValuePath): string {
  return path.map((key) => `?.[${JSON.stringify(key)}]`).join('');
}

/** Statements that store the ids of the recorded FHIR resources for later requests. */
export const STORE_FHIR_IDS = [
  'for (const { response } of pm.response.json().entry) {',
  "  const [type, id] = response.location.split('/').slice(-2);",
  '  pm.collectionVariables.set(`fhir.${type}`, id);',
  '}',
];

/** The expected response of a plain HTTP route. */
export interface RouteExpectation extends Permission {
  readonly mediaType: string;
  /** JavaScript statements that run after a successful response. */
  readonly statements: readonly string[];
}

export function buildRouteTests({ mediaType, statements, ...permission }: RouteExpectation): PostmanEvent {
  return buildPermissionTests(permission, [
    `const type = ${JSON.stringify(mediaType)};`,
    "pm.test('has the documented type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include(type));",
    ...statements,
  ]);
}

/**
 * Builds tests of a successful response, and of the documented 403 for an account without a required role.
 * The script gets the role from `auth.me`, so that a 403 for a permitted role fails.
 */
function buildPermissionTests({ access, forbiddenBody }: Permission, tests: readonly string[]): PostmanEvent {
  const successTests = ["pm.test('is answered with 200', () => pm.response.to.have.status(200));", ...tests];
  if (typeof access === 'string') return buildScript('test', successTests);
  return buildScript('test', [
    'if (pm.response.code === 403) {',
    `  const roles = ${JSON.stringify(access)};`,
    `  const refusal = ${JSON.stringify(forbiddenBody)};`,
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
    ...successTests.map((line) => `  ${line}`),
    '}',
  ]);
}

function buildScript(listen: PostmanEvent['listen'], exec: readonly string[]): PostmanEvent {
  return { listen, script: { type: 'text/javascript', exec } };
}
