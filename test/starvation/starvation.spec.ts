import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { beginSession } from '../support/platform';
import { ServerProcess } from '../support/server-process';
import { typeScriptCommand } from '../support/typescript-command';
import { until } from '../support/until';
import { SigningPortal } from '../modules/auth/tokens/signing-portal';
import { Program } from '../stack/program';
import { ATTACKS, type AttackName, type AttackReport } from './attack-names';
import type { Times } from './times';
import { CALLS, type CallName, Victim } from './victim';

/** Times in milliseconds of a second caller. */
const MEDIAN_LIMIT = 250;
const WORST_LIMIT = 1_000;
/** Median during the attack to median of the same call alone. Below the floor, the few milliseconds of the call alone decide it. */
const RATIO_LIMIT = 5;
const RATIO_FLOOR_MS = 50;

const SAMPLES = 40;
const SAMPLES_ALONE = 20;
const WARM_UP_MS = 1_500;
const REST_MS = 1_000;
/** Longer than all calls take if each one needs its own timeout. */
const TEST_TIMEOUT_MS = 900_000;

/** Nobody can record into a locked table. */
const WITHOUT_CONSULTATIONS = ['livez', 'auth.me', 'an emergency', 'an anonymous emergency'] as const;

/** Attacks whose requests get no response while they last. */
const UNANSWERED: ReadonlySet<AttackName> = new Set(['records into a locked table', 'slow bodies']);

const reportSchema = z.object({
  sent: z.int(),
  statuses: z.record(z.string(), z.int()),
  first500: z.string().nullable(),
});

describe('a second caller is not starved', () => {
  let opened: OpenDatabase;
  let portal: SigningPortal;
  let server: ServerProcess;
  let attackerCookie = '';
  let victim: Victim;

  beforeAll(async () => {
    opened = await openDatabase();
    const session = (role: 'admin' | 'doctor', country: string, name: string) =>
      beginSession(opened.dataSource, { role, country, email: `${name}@example.org` });
    attackerCookie = await session('admin', '*', 'attacker');
    portal = await SigningPortal.start();
    server = await ServerProcess.start({
      ...portal.settings,
      DATABASE_URL: opened.url,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      // As in production, in place of those of tests.
      DATABASE_LOCK_TIMEOUT_MS: '',
      DATABASE_ANSWER_TIMEOUT_MS: '',
    });
    victim = new Victim(server.origin, await session('doctor', 'KE', 'victim'));
    await victim.measure(SAMPLES_ALONE);
  });

  afterAll(async () => {
    await server.stop();
    await portal.stop();
    await opened.close();
  });

  it.each(ATTACKS)(
    'by %s',
    async (name) => {
      // As PostgreSQL does within a minute: without statistics, it plans for almost empty tables.
      await opened.dataSource.query('ANALYZE');
      const alone = await victim.measure(SAMPLES_ALONE);
      const unlock = name === 'records into a locked table' ? await lockConsultations() : undefined;
      const program = new Program(
        typeScriptCommand('test/starvation/attack.ts', name, server.origin, attackerCookie),
        { cwd: checkoutRoot },
      );
      const report = () => lastReport(program);
      try {
        await until('the attack sends', () => report().sent > 0);
        await wait(WARM_UP_MS);
        const before = report();
        const during = await victim.measure(SAMPLES, unlock ? WITHOUT_CONSULTATIONS : CALLS);
        const after = report();
        print(name, { alone, during, report: after });
        expectRunning(name, before, after);
        expectFast(name, alone, during);
        expect({ name, first500: after.first500 }).toEqual({ name, first500: null });
      } finally {
        program.kill();
        await unlock?.();
      }
      await wait(REST_MS);
    },
    TEST_TIMEOUT_MS,
  );

  /** Locks a table as a person at the database does. Returns a function that unlocks it. */
  async function lockConsultations(): Promise<() => Promise<void>> {
    // Without the deadlines that connections of the platform have.
    const holder = new Client({ connectionString: opened.settings.DATABASE_MIGRATION_URL });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await holder.query('LOCK TABLE consultation IN ACCESS EXCLUSIVE MODE');
    return async () => {
      await holder.query('ROLLBACK');
      await holder.end();
    };
  }
});

function lastReport(program: Program): AttackReport {
  const [line = ''] = program.output.split('\n').slice(-2);
  return line === '' ? { sent: 0, statuses: {}, first500: null } : reportSchema.parse(JSON.parse(line));
}

/** An attack that has stopped would show that nothing starves. */
function expectRunning(name: AttackName, before: AttackReport, after: AttackReport): void {
  const answered = (report: AttackReport) =>
    Object.values(report.statuses).reduce((sum, count) => sum + count, 0);
  if (UNANSWERED.has(name)) expect(after.sent).toBeGreaterThan(0);
  else {
    expect(after.sent).toBeGreaterThan(before.sent);
    expect(answered(after)).toBeGreaterThan(answered(before));
  }
}

function expectFast(
  name: AttackName,
  alone: ReadonlyMap<CallName, Times>,
  during: ReadonlyMap<CallName, Times>,
): void {
  for (const [call, { median, worst }] of during) {
    const limit = Math.max(RATIO_FLOOR_MS, RATIO_LIMIT * (alone.get(call)?.median ?? 0));
    expect({ name, call, median, isFast: median < MEDIAN_LIMIT }).toMatchObject({ isFast: true });
    expect({ name, call, worst, isFast: worst < WORST_LIMIT }).toMatchObject({ isFast: true });
    // Bundles are one of the kinds of work that may wait for statistics and other Bundles.
    if (call === 'a Bundle' && name !== 'slow bodies') continue;
    expect({ name, call, median, limit, isNear: median < limit }).toMatchObject({ isNear: true });
  }
}

function print(
  name: AttackName,
  measured: {
    alone: ReadonlyMap<CallName, Times>;
    during: ReadonlyMap<CallName, Times>;
    report: AttackReport;
  },
): void {
  const { alone, during, report } = measured;
  for (const [call, { median, worst }] of during) {
    const base = alone.get(call)?.median ?? 0;
    process.stdout.write(
      `${name}: ${call} ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms, alone ${base.toFixed(1)} ms, ratio ${(median / base).toFixed(1)}\n`,
    );
  }
  process.stdout.write(`${name}: ${JSON.stringify(report)}\n`);
}
