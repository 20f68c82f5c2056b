import { once } from 'node:events';
import type { z } from 'zod';
import {
  COUNT_CONSULTATIONS,
  DAILY_CASES,
  type countDifference,
  LIST_COUNT_DIFFERENCES,
  LIST_MISSING_CONSULTATIONS,
} from '../../consultations';
import { DAILY_UNITS } from '../medications/medication-sales.sql';
import { COUNT_SALES, LIST_MISSING_SALES, LIST_UNITS_DIFFERENCES } from '../medications/units-check.sql';
import { type Command, CommandError } from '../../../platform/command-line/command';
import type { sumDifference } from '../../../platform/database/daily-sums.sql';
import { Database } from '../../../platform/database/database';

export const USAGE = `Usage: npm run check:counts

Recounts the daily counts of cases from the consultations that were not voided, and the daily units from the
medication sales, and prints every difference: country, day (UTC), name, what is counted and what the records add up to;
every claim or void whose record is missing; and every sum of a week, month or year that differs from the daily counts.
It changes nothing, and may run while the platform records: it looks at one moment of the database.

Exit code 0: no difference. Exit code 1: there are differences, or the check could not be made.`;

/** Runs `npm run check:counts`. Prints no patient data. */
export const checkCounts: Command = async ({ args, dataSource }) => {
  if (args.length > 0) throw new CommandError(`Unknown argument ${args.join(' ')}.\n\n${USAGE}`);
  return new Database(dataSource).snapshot(async (snapshot) => {
    const differences =
      (await printLines(formatDifferences('cases', snapshot.stream(LIST_COUNT_DIFFERENCES)))) +
      (await printLines(formatMissing('consultation', snapshot.stream(LIST_MISSING_CONSULTATIONS)))) +
      (await printLines(formatDifferences('units', snapshot.stream(LIST_UNITS_DIFFERENCES)))) +
      (await printLines(formatMissing('sale', snapshot.stream(LIST_MISSING_SALES)))) +
      (await printLines(formatSumDifferences('cases', snapshot.stream(DAILY_CASES.differences)))) +
      (await printLines(formatSumDifferences('units', snapshot.stream(DAILY_UNITS.differences))));
    const { consultations, voided, dailyCounts } = await snapshot.one(COUNT_CONSULTATIONS);
    const { sales, dailySums } = await snapshot.one(COUNT_SALES);
    const scope =
      `${formatCount(consultations)} consultations (${formatCount(voided)} voided) in ${formatCount(dailyCounts)} daily counts, ` +
      `${formatCount(sales)} sales in ${formatCount(dailySums)} daily sums of units.`;
    const result = differences === 0 ? 'No difference' : `Differences: ${formatCount(differences)}`;
    process.stdout.write(`${result}: ${scope}\n`);
    return differences === 0 ? 0 : 1;
  });
};

/** @returns the number of lines */
async function printLines(lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  }
  return count;
}

async function* formatDifferences(
  unit: 'cases' | 'units',
  differences: AsyncIterable<z.output<typeof countDifference>>,
): AsyncGenerator<string> {
  for await (const { country, day, name, counted, recounted } of differences) {
    // As JSON, because a name that a user typed could contain control sequences of the terminal.
    const subject = `${country} ${day} ${JSON.stringify(name)}`;
    yield `${subject}: ${formatCount(counted)} ${unit} counted, ${formatCount(recounted)} recounted`;
  }
}

async function* formatSumDifferences(
  unit: 'cases' | 'units',
  differences: AsyncIterable<z.output<typeof sumDifference>>,
): AsyncGenerator<string> {
  for await (const { scope, grain, start, name, counted, recounted } of differences) {
    const subject = `${scope} ${grain} of ${start} ${name === null ? 'all' : JSON.stringify(name)}`;
    yield `${subject}: ${formatCount(counted)} ${unit} in the sum, ${formatCount(recounted)} in the daily counts`;
  }
}

async function* formatMissing(
  record: 'consultation' | 'sale',
  missing: AsyncIterable<z.output<typeof LIST_MISSING_CONSULTATIONS.row>>,
): AsyncGenerator<string> {
  for await (const { country, id, what } of missing)
    yield `${country} ${id}: ${what}, and there is no such ${record}`;
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}
