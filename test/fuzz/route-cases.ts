import * as fc from 'fast-check';
import { CALLBACK_PATH, LOGIN_PATH } from '../../src/shared/login-paths';
import { encounterBundle, readBundleFile } from '../integrations/fhir/bundles';
import { anyCaller, encode } from './call-cases';
import { type HeaderLine, LOGIN_COOKIE, LOGIN_STATE, type RequestCase, sessionOf } from './fuzz-case';
import { hostileHeaders } from './header-cases';
import { hostileText, hostileValue, mutationOf } from './hostile-values';

const EXPORTS = [
  'summary',
  'pathologies',
  'comparison',
  'medications',
  'countries',
  'trend',
  'country-trend',
  'alerts',
].flatMap((table) => [`${table}.csv`, `${table}.xlsx`]);
const OTHER_EXPORTS = [
  'data-value-sets.json',
  'data-value-sets-unmapped.json',
  'measure-report.json',
  'none.csv',
  '',
];

const PAGES = [
  '/',
  '/dashboard',
  '/dashboard/',
  '/dashboard/assets/x.js',
  '/chat',
  '/chat/assets/..%2f..%2fmain.js',
  '/chat/service-worker.js',
  '/chat/offline',
  '/chat/manifest.webmanifest',
  '/chat/icons/icon-192.png',
  '/chat/icons/..%2f..%2fmain.js',
  '/admin/audit',
  '/api/docs',
  '/sign-out.js',
  '/api/openapi.json',
  '/api/postman-collection.json',
  '/api/trpc',
  '/llms.txt',
  '/livez',
  '/readyz',
  '//',
  '/%00',
  '/%E0%A4%A',
];

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  period: ['2026', '2026-03', '2026-W10', '2026-Q1', 'last-12-months', '0000', '2026-W54'],
  country: ['KE', 'KEN', 'ke', 'NG', 'ZZ', '*', 'Kenya'],
  year: ['2026', '1000', '9999', '1e3'],
  month: ['3', '12', '13', '03'],
  from: ['2026-01', '2025-W52', '2026-03-14', '1000-01'],
  to: ['2026-12', '2026-01', '9999-12'],
  granularity: ['month', 'week', 'year'],
  pathologies: ['Malaria', 'Cholera', 'icd10:B54'],
  limit: ['1', '0', '-1', '1000000'],
  cursor: ['x', 'eyJ4IjoxfQ'],
  lang: ['en', 'fr', 'ar', 'sw', 'pt', 'xx'],
  before: ['2026-03-14'],
  version: ['0123456789abcdef', 'x'],
  account: ['019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13'],
  action: ['consultations.void'],
  record: ['x'],
  returnTo: ['/', '/dashboard?period=2026', '//evil.example', 'https://evil.example', '/\\evil.example'],
  code: ['x', 'a'.repeat(3_000)],
  state: [LOGIN_STATE, 'x', ''],
  iss: ['http://127.0.0.1:1'],
  error: ['access_denied', 'server_error', 'invalid_scope', 'temporarily_unavailable'],
  error_description: ['no'],
  _format: ['json', 'xml'],
  identifier: ['a|b'],
};

type Parameter = readonly [name: string, value: string];

const parameterOf = ([name, values]: readonly [string, readonly string[]]): fc.Arbitrary<Parameter> =>
  fc.tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(name) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(`${name}[]`, `${name}[x]`, `${name}[__proto__]`, name.toUpperCase()),
      },
    ),
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: hostileText }),
  );

/** A query, of which these parameters are part more often. */
function queries(...usual: readonly string[]): fc.Arbitrary<string> {
  const all = Object.entries(PARAMETERS);
  const likely = all.filter(([name]) => usual.includes(name));
  const parameter = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...(likely.length > 0 ? likely : all).map(parameterOf)) },
    { weight: 1, arbitrary: fc.oneof(...all.map(parameterOf)) },
    { weight: 1, arbitrary: fc.tuple(hostileText, hostileText) },
  );
  const written = fc.oneof(
    { weight: 12, arbitrary: fc.constant(encode) },
    { weight: 1, arbitrary: fc.constant((text: string) => text.replace(/[^!-~]|[#]/g, '%')) },
  );
  return fc
    .tuple(fc.array(parameter, { maxLength: 6 }), written)
    .map(([parameters, write]) =>
      parameters.map(([name, value]) => `${write(name)}=${write(value)}`).join('&'),
    );
}

const fewHeaders = fc.oneof(
  { weight: 4, arbitrary: fc.constant<readonly HeaderLine[]>([]) },
  { weight: 1, arbitrary: hostileHeaders },
);

const readMethod = fc.oneof(
  { weight: 12, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'OPTIONS', 'DELETE') },
);

function reads(
  area: string,
  paths: fc.Arbitrary<string>,
  query: fc.Arbitrary<string>,
): fc.Arbitrary<RequestCase> {
  return fc
    .tuple(paths, query, anyCaller, readMethod, fewHeaders)
    .map(([path, parameters, caller, method, headers]) => ({
      area,
      caller,
      method,
      target: parameters === '' ? path : `${path}?${parameters}`,
      headers: [...sessionOf(caller), ...headers],
    }));
}

export const exportCases = reads(
  'exports',
  fc.constantFrom(...EXPORTS, ...EXPORTS, ...OTHER_EXPORTS).map((name) => `/api/exports/${name}`),
  queries('period', 'country', 'from', 'to', 'granularity', 'pathologies', 'countries', 'limit', 'lang'),
);

export const pageCases = reads(
  'pages',
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...PAGES) },
    { weight: 1, arbitrary: hostileText.map((text) => `/${encode(text)}`) },
  ),
  queries('period', 'country', 'lang', 'version', 'cursor', 'from', 'before', 'account', 'action', 'record'),
);

/** Logins and callbacks; some of them with the state and the cookie of a login that has begun. */
export const loginCases: fc.Arbitrary<RequestCase> = fc
  .tuple(
    fc.constantFrom(LOGIN_PATH, CALLBACK_PATH, CALLBACK_PATH),
    queries('returnTo', 'code', 'state', 'error', 'error_description', 'iss'),
    fc.constantFrom<readonly HeaderLine[]>([], [['Cookie', LOGIN_COOKIE]]),
    fewHeaders,
  )
  .map(([path, query, cookies, headers]) => ({
    area: path,
    caller: 'anonymous',
    method: 'GET',
    target: `${path}?${query}`,
    headers: [...cookies, ...headers],
  }));

const FHIR_PATHS = [
  'metadata',
  'Encounter',
  'Condition',
  'Patient/1',
  '$process-message',
  'Encounter/_search',
  '',
];

/** @param ids of Encounters and Conditions */
export function fhirCases(ids: readonly string[]): fc.Arbitrary<RequestCase> {
  const bundles = [
    encounterBundle(),
    encounterBundle({ type: 'batch' }),
    ...['hapi-if-none-exist.json', 'openmrs.json', 'synthea.json'].map(readBundleFile),
  ];
  const path = fc.oneof(
    fc.constantFrom(...FHIR_PATHS),
    fc
      .tuple(
        fc.constantFrom('Encounter', 'Condition'),
        fc.oneof(fc.constantFrom('x', ...ids), hostileText.map(encode)),
      )
      .map(([type, id]) => `${type}/${id}`),
  );
  const body = fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...bundles.map(mutationOf)) },
    { weight: 1, arbitrary: hostileValue },
  );
  const posts = fc.tuple(body, anyCaller, fewHeaders).map(([bundle, caller, headers]) => ({
    area: 'fhir',
    caller,
    method: 'POST',
    target: '/fhir',
    headers: [...sessionOf(caller), ['Content-Type', 'application/fhir+json'] as const, ...headers],
    body: Buffer.from(JSON.stringify(bundle)),
  }));
  const gets = reads(
    'fhir',
    path.map((name) => `/fhir/${name}`),
    queries('_format', 'identifier'),
  );
  return fc.oneof({ weight: 2, arbitrary: posts }, { weight: 1, arbitrary: gets });
}
