import { DataSource } from 'typeorm';
import { processEnvironment, readDatabaseSettings } from '../../src/platform/config/environment';
import { migrationOptions } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrations';
import { fillWithDemoData, type DemoTotals } from '../demo/fill';
import { embeddedDatabase, requireEmbedded, type Target } from '../stack/embedded-database';
import { runToEnd } from './run-command';
import type { Shutdown } from '../stack/shutdown';

/** `npm run demo:data`: invented consultations and sales of three years, for the embedded database. */
async function addDemoData(shutdown: Shutdown): Promise<void> {
  const began = Date.now();
  requireEmbedded(processEnvironment());
  const target = await shutdown.during(embeddedDatabase(shutdown));
  shutdown.checkpoint();
  const now = new Date();
  const settings = readDatabaseSettings({ DATABASE_URL: target.url });
  await migrate(settings);
  // Connections without a bound on time: all of the data is one transaction.
  const dataSource = new DataSource(migrationOptions(settings));
  await dataSource.initialize();
  try {
    const size = { consultations: 120_000, sales: 60_000, now };
    const totals = await fillWithDemoData(dataSource, size, showProgress).finally(endProgress);
    process.stdout.write(summary(totals, { target, now, seconds: (Date.now() - began) / 1000 }));
  } finally {
    await dataSource.destroy();
  }
}

function showProgress(done: number, of: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\rSynthetic data: ${count(done)} of about ${count(of)} lines … `);
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

function summary(
  { consultations, sales, countries }: DemoTotals,
  { target, now, seconds }: { target: Target; now: Date; seconds: number },
): string {
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const year = lastMonth.getUTCFullYear();
  const cases = call('ministry', 'health.pathologyStats', { year, month: lastMonth.getUTCMonth() + 1 });
  const units = call('ministry.ke', 'health.medicationStats', { year, country: 'KE' });
  return [
    `Added synthetic data of three years up to today: ${count(consultations)} consultations and ${count(sales)} sales ` +
      `in ${countries} countries, in ${seconds.toFixed(1)} s.`,
    '',
    target.baseUrl === undefined ? 'Look at it, once npm start runs:' : 'Look at it:',
    ...[cases, units].map((line) => `  ${line}`),
    '',
  ].join('\n');

  function call(account: string, procedure: string, input: unknown): string {
    const envelope = JSON.stringify({ 0: { json: input } });
    const base = target.baseUrl ?? 'http://localhost:3000';
    return (
      `curl -H "Cookie: $(npm run -s dev:session -- ${account})" -G --data-urlencode 'input=${envelope}' ` +
      `${base}/api/trpc/${procedure}`
    );
  }
}

function count(number: number): string {
  return number.toLocaleString('en');
}

runToEnd(addDemoData);
