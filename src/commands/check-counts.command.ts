import { once } from 'node:events';
import { CountCheckService, type DailyDifference } from '../consultations/count-check.service';
import { UnitsCheckService } from '../health/units-check.service';
import { type Command, CommandError } from './command';

const USAGE = `Usage: npm run check:counts

Recounts the daily counts of cases from the consultations that were not voided, and the daily units from the
medication sales, and prints every difference: country, day (UTC), name, what is counted and what the records add up to.
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
      (await print('cases', counts.differences())) + (await print('units', units.differences()));
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
async function print(unit: 'cases' | 'units', differences: AsyncIterable<DailyDifference>): Promise<number> {
  let printed = 0;
  for await (const { country, day, name, counted, recounted } of differences) {
    printed += 1;
    // A name may be what somebody typed: as JSON, it cannot steer the terminal.
    const what = `${country} ${day} ${JSON.stringify(name)}`;
    const line = `${what}: ${whole(counted)} ${unit} counted, ${whole(recounted)} recounted\n`;
    if (!process.stdout.write(line)) await once(process.stdout, 'drain');
  }
  return printed;
}

function whole(number: number): string {
  return number.toLocaleString('en');
}
