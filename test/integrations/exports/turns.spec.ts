import type { ExportTable } from '../../../src/integrations/exports/tables/export-table';
import { TablesService } from '../../../src/integrations/exports/tables/tables.service';
import { currentOwner } from '../../../src/platform/limits/current-turns';
import { ListeningSuite } from '../../support/listening-suite';
import { OtherCaller } from '../../support/other-caller';
import { addOwnNames } from './own-names';

/** Of each country. While the machine is busy, a piece of the other caller can take as long as many of the export. */
const ROWS = 5_000;

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

  beforeAll(() => addOwnNames(suite.database, ['KE', 'TZ', 'UG'], ROWS));
  afterEach(() => jest.restoreAllMocks());

  it.each(['csv', 'xlsx'])(
    'is formatted as %s in turns of its caller, between those of others',
    async (format) => {
      const { app } = suite.platform;
      const email = `${format}@example.org`;
      const cookie = await suite.platform.session({ role: 'ministry', country: '*', email });
      const account = await suite.accountOf(suite.anyone.as(cookie));
      const origin = await app.getUrl();
      const tables = app.get(TablesService);
      const buildPathologies = tables.buildPathologies.bind(tables);
      const other = new OtherCaller(suite.platform);

      /** The pieces of the other that were served before the first and before the last row. */
      let before: number | undefined;
      let after: number | undefined;
      let owner: unknown;
      jest.spyOn(tables, 'buildPathologies').mockImplementation(async (...input) => {
        const table = await buildPathologies(...input);
        const first = onRead(table.rows[0], () => {
          before ??= other.served;
          owner = currentOwner();
        });
        const last = onRead(table.rows.at(-1), () => (after ??= other.served));
        other.start();
        return { ...table, rows: [first, ...table.rows.slice(1, -1), last] };
      });

      const path = `/api/exports/pathologies.${format}?period=2026-03`;
      const response = await fetch(`${origin}${path}`, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(ROWS);
      await other.end();
      expect(owner).toBe(account);
      expect(after).toBeGreaterThan(before ?? Infinity);
    },
  );
});
