import { DataSource } from 'typeorm';
import { verifyAudit } from '../../src/modules/audit/verification/verify-audit.command';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { beginSession } from '../support/platform';
import { runInProcess } from '../support/run-command';
import { until } from '../support/until';
import { findAuditDifferences } from './audited-requests';
import { formatRound, planRounds } from './fault-plan';
import { FaultyStack } from './faulty-stack';
import { Ledger } from './ledger';
import { explainServerErrors } from './server-errors';
import { countRepeatedQuestions, findDifferences } from './stored-records';
import { Writer } from './writer';
import { TEST_SETTINGS } from '../support/environment';

/** Set by `npm run test:faults`: `FAULT_SEED=7 FAULT_ROUNDS=10 npm run test:faults`. */
interface Settings {
  readonly seed?: number;
  readonly rounds?: number;
}

declare global {
  var faults: Settings | undefined;
}

const { seed = Date.now() % 1_000_000_000, rounds = 10 } = globalThis.faults ?? {};

const WRITERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const ROUND_TIMEOUT_MS = 60_000;
/** Longer than the lease of a message whose process was killed. */
const LAST_CALLS_TIMEOUT_MS = 60_000;
/** The background job links events every five seconds. */
const LINK_TIMEOUT_MS = 60_000;

describe('after faults of every part of the stack', () => {
  let stack: FaultyStack;

  beforeAll(async () => {
    stack = await FaultyStack.start();
  }, 120_000);

  afterAll(async () => {
    await stack.stop();
  }, 60_000);

  it(
    'everything that was acknowledged is stored once, and counts equal a recount',
    async () => {
      report(`FAULT_SEED=${seed} FAULT_ROUNDS=${rounds}`);
      const database = await connect(stack.postgres.ownerUrl);
      const cookies = await Promise.all(
        WRITERS.map((name) =>
          beginSession(database, { role: 'admin', country: 'KE', email: `${name}@example.org` }),
        ),
      );
      await database.destroy();

      const ledger = new Ledger();
      const target = { apis: stack.apis, ledger };
      const writers = WRITERS.map((name, index) => new Writer(name, cookies[index] ?? '', target));
      const writing = Promise.all(writers.map((writer) => writer.run()));
      try {
        await Promise.race([causeFaults(ledger), writing]);
      } finally {
        for (const writer of writers) writer.end();
      }
      await within(LAST_CALLS_TIMEOUT_MS, writing);
      report(String(ledger));
      const serverErrors = explainServerErrors(
        ledger.serverErrors,
        stack.apis.map(({ log }) => log),
      );
      if (serverErrors.length > 0) report(serverErrors.join('\n'));

      const healed = await connect(stack.postgres.ownerUrl);
      try {
        const differences: string[] = [];
        for await (const difference of findDifferences(healed, ledger)) differences.push(difference);
        for await (const difference of findAuditDifferences(healed, ledger)) differences.push(difference);
        expect(differences).toEqual([]);
        await expectVerifiedAudit(healed);
        expect(await runCheckCounts(healed)).toMatchObject({ code: 0 });
        const repeated = await countRepeatedQuestions(healed, ledger);
        report(`${repeated} questions of unacknowledged calls are stored beside their repetition`);
        expect(serverErrors).toEqual([]);
      } finally {
        await healed.destroy();
      }
    },
    rounds * ROUND_TIMEOUT_MS + LAST_CALLS_TIMEOUT_MS + 2 * LINK_TIMEOUT_MS,
  );

  async function causeFaults(ledger: Ledger): Promise<void> {
    const times: number[] = [];
    for (const [index, round] of planRounds(seed, rounds).entries()) {
      const recoveryMs = await stack.runRound(round, ledger);
      times.push(recoveryMs);
      report(`round ${index + 1}: ${formatRound(round)}; writing again after ${recoveryMs.toFixed(0)} ms`);
    }
    times.sort((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    report(`recovery: median ${median.toFixed(0)} ms, worst ${(times.at(-1) ?? 0).toFixed(0)} ms`);
  }
});

/** Waits until the background jobs have linked every event, and expects that no event was changed or lost. */
async function expectVerifiedAudit(database: DataSource): Promise<void> {
  let result = await runInProcess(verifyAudit, database);
  await until(
    'every event of the audit trail is linked',
    async () => {
      result = await runInProcess(verifyAudit, database);
      return result.code !== 0 || result.output.includes(' 0 recent events');
    },
    { within: LINK_TIMEOUT_MS },
  );
  report(result.output.trimEnd());
  expect(result).toMatchObject({ code: 0 });
}

function connect(url: string): Promise<DataSource> {
  return new DataSource(
    dataSourceOptions(readDatabaseSettings({ ...TEST_SETTINGS, DATABASE_URL: url })),
  ).initialize();
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`calls were still not acknowledged ${limitMs} ms after the last fault`));
    }, limitMs);
  });
  await Promise.race([work, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
