import { once } from 'node:events';
import { CountCheckService, type DailyDifference, type MissingRecord } from '../../consultations';
import { UnitsCheckService } from '../medications/units-check.service';
import { type Command, CommandError } from '../../../platform/command-line/command';

const USAGE = `Usage: npm run check:counts

Recounts the daily counts of cases from the consultations that were not voided, and the daily units from the
medication sales, and prints every difference: country, day (UTC), name, what is counted and what the records add up to;
and every claim or void whose record is missing.
It changes nothing, and may run while the platform records: it looks at one moment of the database.

Exit code 0: no difference. Exit code 1: there are differences, or the check could not be made.
`;

/** Compares what is counted with what is recorded. Prints no patient. */
export const checkCounts: Command = async ({ args, dataSource }) => {
  if (args.some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (args.length > 0) throw new CommandError(`Unknown argument ${args.join(' ')}.\n\n${USAGE}`);
  return dataSource.transaction('REPEATABLE READ', async (snapshot) => {
    await snapshot.query('SET TRANSACTION READ ONLY');
    const counts = new CountCheckService(snapshot);
    const units = new UnitsCheckService(snapshot);
    const differences =
      (await print(linesOf('cases', counts.differences()))) +
      (await print(missingOf('consultation', counts.missing()))) +
      (await print(linesOf('units', units.differences()))) +
      (await print(missingOf('sale', units.missing())));
    const { consultations, voided, dailyCounts } = await counts.totals();
    const { sales, dailySums } = await units.totals();
    const compared =
      `${whole(consultations)} consultations (${whole(voided)} voided) in ${whole(dailyCounts)} daily counts, ` +
      `${whole(sales)} sales in ${whole(dailySums)} daily sums of units.`;
    const found = differences === 0 ? 'No difference' : `Differences: ${whole(differences)}`;
    process.stdout.write(`${found}: ${compared}\n`);
    return differences === 0 ? 0 : 1;
  });
};

/** @returns how many there were */
async function print(differences: AsyncIterable<string>): Promise<number> {
  let printed = 0;
  for await (const line of differences) {
    printed += 1;
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  }
  return printed;
}

async function* linesOf(
  unit: 'cases' | 'units',
  differences: AsyncIterable<DailyDifference>,
): AsyncGenerator<string> {
  for await (const { country, day, name, counted, recounted } of differences) {
    // A name may be what somebody typed: as JSON, it cannot steer the terminal.
    const what = `${country} ${day} ${JSON.stringify(name)}`;
    yield `${what}: ${whole(counted)} ${unit} counted, ${whole(recounted)} recounted`;
  }
}

async function* missingOf(
  record: 'consultation' | 'sale',
  missing: AsyncIterable<MissingRecord>,
): AsyncGenerator<string> {
  for await (const { country, id, what } of missing)
    yield `${country} ${id}: ${what}, and there is no such ${record}`;
}

function whole(number: number): string {
  return number.toLocaleString('en');
}
