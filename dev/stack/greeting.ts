import { accounts } from '../portal/accounts';
import { machines } from '../portal/machines';
import type { Stack } from './stack';

interface StartedStack extends Pick<Stack, 'environment'> {
  readonly database: { readonly directory: string } | undefined;
  readonly portal: { readonly issuer: string } | undefined;
}

/** Returns the text that `npm start` prints when the stack is ready. */
export function formatGreeting({ environment, database, portal }: StartedStack): string {
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
    ...(portal === undefined ? [] : credentialLines(base, portal.issuer)),
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
    '  For the commands of README.md, docs and examples:',
    `  export BASE=${base}/api/trpc HEALTH_URL=${base}${portal === undefined ? '' : ` TOKEN_URL=${portal.issuer}/token`}`,
    '',
    '  Ctrl-C stops everything.',
    '',
    '',
  ].join('\n');
}

function credentialLines(base: string, issuer: string): string[] {
  const line = (name: string, secret: string, purpose: string) =>
    `    ${name.padEnd(13)}${secret.padEnd(18)}${purpose}`;
  return [
    '',
    `  Accounts, to log in at ${base}/`,
    ...accounts.map(({ username, password, purpose }) => line(username, password, purpose)),
    '',
    `  Machines, which get a token at ${issuer}/token`,
    ...machines.map(({ clientId, clientSecret, purpose }) => line(clientId, clientSecret, purpose)),
  ];
}
