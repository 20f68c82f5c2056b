import { parseArgs } from 'node:util';
import { runBenchmark } from './benchmark';
import { updateDocument } from './comparison/document';
import { BenchField } from './comparison/field';
import { measureIdleConnections } from './comparison/idle';
import { describeMachine, describeVersions, loadAverage } from './comparison/machine';
import { measurePath } from './comparison/measure';
import { measureMemory } from './comparison/memory';
import { type BenchPath, listPaths } from './comparison/paths';
import { formatReport } from './comparison/report';
import type { BenchResults } from './comparison/results';
import { measureStarts } from './comparison/start-time';
import { measureStatementLimits } from './comparison/statement-limits';
import { measureSteadiness } from './comparison/steadiness';
import { verifyPath } from './comparison/verify';
import { printLines } from './table';

/** Paths whose response times are also measured at a constant rate. */
const STEADY_PATHS: readonly string[] = ['auth.me', 'consultations.record'];

/**
 * `npm run bench`: compares the platform with what others would write, path by path, and writes docs/performance.md. Takes
 * about 12 minutes. With names of paths or of the sections `limits`, `starts`, `idle` and `memory`, it runs only those,
 * and only prints. `--other=<folder>` adds the platform of another checkout, in place of the slowest contestant, and only prints
 * unless `--write` is given.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '2' },
      minutes: { type: 'string', default: '10' },
      other: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const isAll = positionals.length === 0;
  if (values.write && !isAll) throw new Error('--write needs every path: the whole report is replaced');
  const isWritten = values.write || (isAll && values.other === undefined);
  const isWanted = (name: string) => isAll || positionals.some((prefix) => name.startsWith(prefix));
  const timing = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    warmUpSeconds: Number(values['warm-up']),
  };
  const loadBefore = loadAverage();
  await BenchField.use(async (field) => {
    const results: BenchResults = { paths: [], steadiness: [], limits: [], starts: [], memory: [] };
    for (const listed of listPaths(field.database.cookies).filter(({ name }) => isWanted(name))) {
      const path = values.other === undefined ? listed : withOther(listed);
      await verifyPath(path, await field.enterAll(path));
      const result = await measurePath(path, field, timing);
      results.paths.push(result);
      printLines([formatReport([], { ...results, paths: [result], steadiness: [] }), '']);
      if (STEADY_PATHS.includes(path.name))
        results.steadiness.push(...(await measureSteadiness(result, field)));
    }
    await field.stopContestants();
    if (isWanted('limits')) results.limits.push(...(await measureStatementLimits(field)));
    if (isWanted('starts')) results.starts.push(...(await measureStarts(field)));
    if (isWanted('idle')) results.idle = await measureIdleConnections(field);
    if (positionals.includes('memory'))
      results.memory.push(...(await measureMemory(field, Number(values.minutes))));
    const heading = [
      `${describeVersions(field.database.version)}.`,
      `${describeMachine()}; load average ${loadBefore.toFixed(1)} before and ${loadAverage().toFixed(1)} after the run. ` +
        `Medians of ${timing.rounds} rounds of ${timing.seconds} s.`,
    ];
    printLines([formatReport(heading, { ...results, paths: [] })]);
    if (isWritten) await updateDocument('bench', formatReport(heading, results));
  }, values.other);
}

function withOther(path: BenchPath): BenchPath {
  return { ...path, contestants: [...path.contestants.filter((name) => name !== 'idiomatic'), 'other'] };
}

runBenchmark(main);
