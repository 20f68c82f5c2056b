import { runBenchmark } from './benchmark';
import { BenchField } from './comparison/field';
import { measurePath } from './comparison/measure';
import { listPaths } from './comparison/paths';
import { compareWithTargets } from './comparison/report';
import { CHECK_MARGIN, CHECKED_PATHS } from './comparison/targets';
import { verifyPath } from './comparison/verify';
import { printLines } from './table';

const TIMING = { rounds: 3, seconds: 1, warmUpSeconds: 0.5 };

/** `npm run bench:check`: exits with 1 if a ratio of a few paths is under `CHECK_MARGIN` of its target. */
async function main(): Promise<void> {
  await BenchField.use(async (field) => {
    for (const path of listPaths(field.database.cookies)) {
      if (!CHECKED_PATHS.includes(path.name)) continue;
      const compared = { ...path, contestants: path.contestants.filter((name) => name !== 'idiomatic') };
      await verifyPath(compared, await field.enterAll(compared));
      const result = await measurePath(compared, field, TIMING);
      for (const { against, ratio, measured } of compareWithTargets(result)) {
        const least = ratio * CHECK_MARGIN;
        const isReached = measured >= least;
        printLines([
          `${isReached ? 'ok    ' : 'MISSED'} ${path.name} to ${against}: ${measured.toFixed(2)}, at least ${least.toFixed(2)}`,
        ]);
        if (!isReached) process.exitCode = 1;
      }
    }
  });
}

runBenchmark(main);
