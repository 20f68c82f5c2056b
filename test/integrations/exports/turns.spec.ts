import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { ExportTable } from '../../../src/integrations/exports/tables/export-table';
import { TablesService } from '../../../src/integrations/exports/tables/tables.service';
import { currentOwner } from '../../../src/platform/limits/current-turns';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import { ListeningSuite } from '../../support/listening-suite';
import { occupyProcessor } from '../../support/occupy-processor';
import { addOwnNames } from './own-names';

const ROWS = 5_000;
const OTHER = { accountId: 'another account', address: '192.0.2.1' };

type Row = ExportTable['rows'][number];

/** Returns a row that calls a function when its first cell is read. */
function onRead(row: Row | undefined, listener: () => void): Row {
  if (!row) throw new Error('a table with rows');
  const [value] = row;
  return Object.defineProperty([...row], 0, {
    get: () => {
      listener();
      return value;
    },
  });
}

describe('an export with thousands of rows', () => {
  const suite = new ListeningSuite();

  beforeAll(() => addOwnNames(suite.database, ['KE'], ROWS));
  afterEach(() => jest.restoreAllMocks());

  it.each(['csv', 'xlsx'])(
    'is formatted as %s in turns of its caller, between those of others',
    async (format) => {
      const { app, server } = suite.platform;
      const email = `${format}@example.org`;
      const cookie = await suite.platform.session({ role: 'ministry', country: 'KE', email });
      const account = await suite.accountOf(suite.anyone.as(cookie));
      const origin = await app.getUrl();
      const tables = app.get(TablesService);
      const buildPathologies = tables.buildPathologies.bind(tables);
      const turns = app.get(FairTurns);

      let isEnded = false;
      server.prependOnceListener('request', (_request: unknown, response: ServerResponse) => {
        response.once('close', () => (isEnded = true));
      });
      let served = 0;
      async function serveOther(): Promise<void> {
        while (!isEnded) {
          await turns.take(OTHER);
          served += 1;
          occupyProcessor(1);
          await setImmediate();
        }
      }
      /** The pieces of the other that were served before the first and before the last row. */
      let before: number | undefined;
      let after: number | undefined;
      let owner: unknown;
      let serving: Promise<void> | undefined;
      jest.spyOn(tables, 'buildPathologies').mockImplementation(async (...input) => {
        const table = await buildPathologies(...input);
        const first = onRead(table.rows[0], () => {
          before ??= served;
          owner = currentOwner();
        });
        const last = onRead(table.rows.at(-1), () => (after ??= served));
        serving = serveOther();
        return { ...table, rows: [first, ...table.rows.slice(1, -1), last] };
      });

      const path = `/api/exports/pathologies.${format}?period=2026-03`;
      const response = await fetch(`${origin}${path}`, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(ROWS);
      await serving;
      expect(owner).toBe(account);
      expect(after).toBeGreaterThan(before ?? Infinity);
    },
  );
});
