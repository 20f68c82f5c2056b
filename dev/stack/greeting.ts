import { accounts } from '../portal/accounts';
import { machines } from '../portal/machines';
import type { Stack } from './stack';

/** What `npm start` says once everything answers. */
export function greeting({ environment, database, portal }: Stack): string {
  const base = environment.PUBLIC_URL;
  const rows: [string, string][] = [
    ['API', `${base}/api/trpc`],
    ['Reference', `${base}/api/docs`],
    ['Start page', `${base}/`],
    ['Assistant', `${base}/chat`],
    ['Dashboard', `${base}/dashboard`],
    ['Portal', portal?.issuer ?? environment.OAUTH_ISSUER ?? environment.OAUTH_AUTHORIZATION_URL ?? ''],
    [
      'Database',
      database === undefined
        ? 'the one that DATABASE_URL names'
        : `embedded PostgreSQL, data kept in ${database.directory}`,
    ],
  ];
  return [
    '',
    'The health platform is running.',
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    ...(portal === undefined ? [] : ['', `  Accounts, to log in at ${base}/`, ...accountLines()]),
    ...(portal === undefined
      ? []
      : ['', `  Machines, which get a token at ${portal.issuer}/token`, ...machineLines()]),
    '',
    '  Try it:',
    `  curl ${base}/api/trpc/specialties.list`,
    ...(portal === undefined
      ? []
      : [
          `  curl -H "Cookie: $(npm run -s dev:session -- doctor)" ${base}/api/trpc/auth.me`,
          `  curl -H "Authorization: Bearer $(npm run -s dev:token -- clinic)" ${base}/api/trpc/auth.me`,
        ]),
    '',
    '  Ctrl-C stops everything.',
    '',
    '',
  ].join('\n');
}

function accountLines(): string[] {
  return accounts.map(
    ({ username, password, purpose }) => `    ${username.padEnd(13)}${password.padEnd(18)}${purpose}`,
  );
}

function machineLines(): string[] {
  return machines.map(
    ({ clientId, clientSecret, purpose }) => `    ${clientId.padEnd(13)}${clientSecret.padEnd(18)}${purpose}`,
  );
}
