import * as fc from 'fast-check';
import { runCheckCounts } from './count-check';
import { Processes } from './processes';
import { interleavings, runInterleaving, type Tally } from './interleaving';
import { otherNodes } from '../../../support/database-server';

/** Set by `jest test/modules/consultations/counts --globals '{"countsProperty":{"minutes":30}}'`. */
interface Settings {
  readonly minutes?: number;
  /** Seed of the first interleaving; the others have the following numbers. With a path, the seed of a printed failure. */
  readonly seed?: number;
  readonly path?: string;
}

declare global {
  var countsProperty: Settings | undefined;
}

const { minutes = 0.5, seed = Date.now() % 1_000_000_000, path } = globalThis.countsProperty ?? {};
const TIME_MS = minutes * 60_000;

/** Time to shrink a failure. */
const SHRINKING_MS = 60_000;

/** Additional time if an expected outcome has not occurred. */
const GRACE_MS = 60_000;

const EXPECTED_OUTCOMES = [
  'record done',
  'record unknown',
  'void done',
  'void refused',
  'void unknown',
  'void imported done',
  'record many done',
  'record many unknown',
  'sell done',
  'sell refused',
  'sell unknown',
  'import done',
  'import unknown',
  'connections lost',
];

describe('the daily counts', () => {
  let processes: Processes | undefined;

  afterAll(async () => {
    await processes?.close();
  });

  it(
    'are correct after any interleaving of writers, retries and crashes, and match the responses',
    async () => {
      const tally: Tally = new Map();
      const end = Date.now() + TIME_MS;
      const property = fc.asyncProperty(interleavings, async (interleaving) => {
        // Skips runs at the end: an interrupted run would continue during the next one.
        fc.pre(Date.now() < end + GRACE_MS + SHRINKING_MS);
        processes ??= await Processes.start();
        try {
          expect(await runInterleaving(interleaving, { processes, tally })).toEqual([]);
          const { code, output } = await runCheckCounts(processes.database);
          if (code !== 0) throw new Error(output);
        } catch (error) {
          // The next run would find the same error in this database.
          await processes.close();
          processes = undefined;
          throw error;
        }
      });
      const once = { numRuns: 1, unbiased: true, maxSkipsPerRun: 1_000 };
      if (path !== undefined) {
        await fc.assert(property, { ...once, seed, path });
        return;
      }
      for (let next = seed; Date.now() < end || isOutcomeMissing(tally, end); next += 1)
        await fc.assert(property, { ...once, seed: next });
      process.stdout.write(`Interleavings from seed ${seed}: ${formatTally(tally)}\n`);
      // Outcomes that never occurred were not tested. On Citus, the time is enough for a few interleavings only.
      if (otherNodes().length === 0)
        expect([...tally.keys()]).toEqual(expect.arrayContaining(EXPECTED_OUTCOMES));
    },
    TIME_MS + GRACE_MS + SHRINKING_MS + 30_000,
  );
});

function isOutcomeMissing(tally: Tally, end: number): boolean {
  return Date.now() < end + GRACE_MS && EXPECTED_OUTCOMES.some((outcome) => !tally.get(outcome));
}

function formatTally(tally: Tally): string {
  return [...tally].map(([outcome, times]) => `${outcome} ${times}`).join(', ');
}
