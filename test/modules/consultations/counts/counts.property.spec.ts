import * as fc from 'fast-check';
import { check } from './count-check';
import { Processes } from './processes';
import { interleavings, run, type Tally } from './interleaving';

/** How long it goes on, and what it begins with: `jest test/modules/consultations/counts --globals '{"countsProperty":{"minutes":30}}'`. */
interface Settings {
  readonly minutes?: number;
  /** Of the first interleaving, each other having the next; with a path, of a failure as it was printed. */
  readonly seed?: number;
  readonly path?: string;
}

declare global {
  var countsProperty: Settings | undefined;
}

const { minutes = 0.5, seed = Date.now() % 1_000_000_000, path } = globalThis.countsProperty ?? {};
const TIME_MS = minutes * 60_000;

/** How long a failure is made smaller. */
const SHRINKING_MS = 60_000;

/** How much longer it goes on where something has not happened yet. */
const GRACE_MS = 60_000;

const EXPECTED_TO_HAPPEN = [
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

describe('the counts', () => {
  let processes: Processes | undefined;

  afterAll(async () => {
    await processes?.close();
  });

  it(
    'are right after any interleaving of all writers, retries and crashes, and so is what callers were told',
    async () => {
      const tally: Tally = new Map();
      const end = Date.now() + TIME_MS;
      const property = fc.asyncProperty(interleavings, async (interleaving) => {
        // What was begun is always ended: a run that is interrupted would go on beside the next.
        fc.pre(Date.now() < end + GRACE_MS + SHRINKING_MS);
        processes ??= await Processes.start();
        try {
          expect(await run(interleaving, { processes, tally })).toEqual([]);
          const { code, output } = await check(processes.database);
          if (code !== 0) throw new Error(output);
        } catch (error) {
          // What is wrong here would be wrong for whatever runs next.
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
      for (let next = seed; Date.now() < end || isMissing(tally, end); next += 1)
        await fc.assert(property, { ...once, seed: next });
      process.stdout.write(`Interleavings from seed ${seed}: ${told(tally)}\n`);
      // What never happened was not tested.
      expect([...tally.keys()]).toEqual(expect.arrayContaining(EXPECTED_TO_HAPPEN));
    },
    TIME_MS + GRACE_MS + SHRINKING_MS + 30_000,
  );
});

function isMissing(tally: Tally, end: number): boolean {
  return Date.now() < end + GRACE_MS && EXPECTED_TO_HAPPEN.some((what) => !tally.get(what));
}

function told(tally: Tally): string {
  return [...tally].map(([what, times]) => `${what} ${times}`).join(', ');
}
