import * as fc from 'fast-check';
import { bytesCases } from './bytes-cases';
import { callCases, subscriptionCases } from './call-cases';
import { createExampleInputs } from './example-inputs';
import { Findings } from './findings';
import type { FuzzCase } from './fuzz-case';
import { FuzzRun } from './fuzz-run';
import { FuzzedServer } from './fuzzed-server';
import { exportCases, fhirCases, loginCases, pageCases } from './route-cases';
import { RUN_TIMEOUT_MS, cases, isDetailed, report, seed } from './settings';

const REPORT_EVERY = 10_000;
/** Growth from the half of a run to its end, in MB, for what a process keeps anyway: compiled code, caches, unused heap. */
const MAX_GROWTH_MB = 100;

describe('generated requests', () => {
  let server: FuzzedServer;

  beforeAll(async () => {
    server = await FuzzedServer.start();
  });

  afterAll(() => server.stop());

  it(
    'get no error of the server, no internals, no data of others, and an answer within a second',
    async () => {
      report(`FUZZ_SEED=${seed} FUZZ_CASES=${cases}`);
      const before = await server.victim.readData();
      const findings = new Findings();
      const run = new FuzzRun(server, findings);
      const memory: number[] = [];
      await run.send(await allCases(), {
        seed,
        count: cases,
        onPortion: (sent) => {
          if (sent >= cases / 2) memory.push(server.memory());
          if (sent % REPORT_EVERY === 0 || sent === cases) reportProgress(sent, server);
        },
      });
      if (isDetailed) reportStatuses(run);
      expect(findings.list()).toEqual([]);
      expect(await server.victim.readData()).toEqual(before);
      expectLevel(memory);
    },
    RUN_TIMEOUT_MS,
  );

  async function allCases(): Promise<fc.Arbitrary<FuzzCase>> {
    const examples = await createExampleInputs(server);
    const calls = callCases(examples);
    const { consultation } = server.victim.ids;
    return fc.oneof<fc.WeightedArbitrary<FuzzCase>[]>(
      { weight: 50, arbitrary: calls },
      { weight: 10, arbitrary: bytesCases(calls) },
      { weight: 5, arbitrary: subscriptionCases(examples) },
      { weight: 10, arbitrary: fhirCases([consultation]) },
      { weight: 10, arbitrary: exportCases },
      { weight: 10, arbitrary: pageCases },
      { weight: 5, arbitrary: loginCases },
    );
  }
});

/** Compares the means of the third quarter and of the last one: single figures depend on when garbage was collected. */
function expectLevel(memory: readonly number[]): void {
  const middle = Math.ceil(memory.length / 2);
  const growth = mean(memory.slice(middle)) - mean(memory.slice(0, middle));
  report(`memory: ${mean(memory).toFixed(0)} MB, ${growth.toFixed(0)} MB more in the last quarter`);
  expect(growth).toBeLessThan(MAX_GROWTH_MB);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

function reportProgress(sent: number, server: FuzzedServer): void {
  const memory = server.memory().toFixed(0);
  report(
    `${sent} cases: the server has ${memory} MB and used ${server.processorSeconds().toFixed(0)} s of a processor`,
  );
}

function reportStatuses({ statuses }: FuzzRun): void {
  for (const [area, counts] of [...statuses].sort(([one], [other]) => one.localeCompare(other))) {
    const sorted = [...counts].sort(([one], [other]) => one - other);
    report(`  ${area}: ${sorted.map(([status, count]) => `${status} x ${count}`).join(', ')}`);
  }
}
