import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createHash } from 'node:crypto';
import { pathologies } from '../../dev/demo/pathologies';
import { nameKey } from '../../src/shared/name-key';
import { type BareStatement, FIND_SESSION, RECORD_CONSULTATION } from '../contestants/bare/statements';
import { SESSION_IDLE_SECONDS } from '../contestants/web-parts';
import type { BenchField } from './field';

/** Statements per second of pgbench: what PostgreSQL gives without Node. */
export interface StatementLimit {
  readonly title: string;
  readonly perSecond: number;
}

const CONNECTIONS = 32;
const SECONDS = 5;

/** Runs single statements with pgbench. @returns none if pgbench is not installed */
export async function measureStatementLimits(field: BenchField): Promise<StatementLimit[]> {
  if (!isInstalled()) return [];
  const url = await field.cloneDatabase();
  const token = field.database.cookies.doctor.replace('session=', '');
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  const keys = pathologies.slice(0, 20).map(({ name }) => `'${nameKey(name)}'`);
  const session = withLiterals(FIND_SESSION, [`'${tokenHash}'`, String(SESSION_IDLE_SECONDS)]);
  const record = withLiterals(RECORD_CONSULTATION, [
    `(ARRAY[${keys.join()}])[:name]`,
    `'KE'`,
    `'P-1'`,
    `(now() - :days * interval '1 day')`,
    'uuidv7()',
    ':slot',
  ]);
  return [
    { title: 'session and account', perSecond: await runPgbench(url, `${session};\n`) },
    {
      title: 'recording, without session',
      perSecond: await runPgbench(
        url,
        `\\set name random(1, ${keys.length})\n\\set days random(0, 4)\n\\set slot random(0, 7)\n${record};\n`,
      ),
    },
  ];
}

function isInstalled(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the statement with literals and pgbench's variables in place of its parameters. */
function withLiterals({ text }: BareStatement, values: readonly string[]): string {
  return text.replace(/\$(\d)/g, (_parameter, number: string) => values[Number(number) - 1] ?? '').trim();
}

async function runPgbench(url: string, script: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'));
  try {
    const file = join(folder, 'statement.sql');
    await writeFile(file, script);
    const options = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-T', String(SECONDS), '-f', file];
    const { stdout } = await promisify(execFile)('pgbench', [...options, url]);
    const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
    if (perSecond === undefined) throw new Error(`pgbench printed ${stdout}`);
    return Number(perSecond);
  } finally {
    await rm(folder, { recursive: true });
  }
}
