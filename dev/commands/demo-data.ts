import { processEnvironment, readDatabaseSettings } from '../../src/platform/config/environment';
import { migrationOptions, withDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrations';
import { insertDemoData, type DemoTotals } from '../demo/insert-demo-data';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../stack/embedded-database';
import { runCommand } from './run-command';
import { endProgress, requireEmbeddedDatabase, showProgress } from './synthetic-data';
import type { Shutdown } from '../stack/shutdown';

/** `npm run demo:data`: adds synthetic consultations and sales of three years to the embedded database. */
async function addDemoData(shutdown: Shutdown): Promise<void> {
  const began = Date.now();
  requireEmbeddedDatabase();
  const database = await shutdown.track(openEmbeddedDatabase(shutdown));
  shutdown.throwIfStopping();
  const now = new Date();
  const settings = readDatabaseSettings(database.settings);
  await migrate(settings);
  // The migrations' options have no statement timeout: all data is one transaction.
  await withDataSource(migrationOptions(settings), async (dataSource) => {
    const size = { consultations: 120_000, sales: 60_000, now };
    const totals = await insertDemoData(dataSource, size, showProgress).finally(endProgress);
    process.stdout.write(summaryOf(totals, { database, now, seconds: (Date.now() - began) / 1000 }));
  });
}

function summaryOf(
  { consultations, sales, countries }: DemoTotals,
  { database, now, seconds }: { database: EmbeddedDatabase; now: Date; seconds: number },
): string {
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const year = lastMonth.getUTCFullYear();
  const cases = curlCommand('ministry', 'health.pathologyStats', {
    year,
    month: lastMonth.getUTCMonth() + 1,
  });
  const units = curlCommand('ministry.ke', 'health.medicationStats', { year, country: 'KE' });
  return [
    `Added synthetic data of three years up to today: ${formatCount(consultations)} consultations and ${formatCount(sales)} sales ` +
      `in ${countries} countries, in ${seconds.toFixed(1)} s.`,
    '',
    database.baseUrl === undefined ? 'Look at it, once npm start runs:' : 'Look at it:',
    ...[cases, units].map((command) => `  ${command}`),
    '',
  ].join('\n');

  function curlCommand(account: string, procedure: string, input: unknown): string {
    const envelope = JSON.stringify({ 0: { json: input } });
    const base = database.baseUrl ?? `http://localhost:${processEnvironment().PORT ?? '3000'}`;
    return (
      `curl -H "Cookie: $(npm run -s dev:session -- ${account})" -G --data-urlencode 'input=${envelope}' ` +
      `${base}/api/trpc/${procedure}`
    );
  }
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}

runCommand(addDemoData);
