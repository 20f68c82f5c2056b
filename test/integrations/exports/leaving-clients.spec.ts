import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TablesService } from '../../../src/integrations/exports/tables/tables.service';
import { AlertsService } from '../../../src/modules/health';
import { StoredAlertsService } from '../../../src/modules/health/alerts/stored-alerts.service';
import { until } from '../../support/until';
import { COUNTRIES, ExportSuite } from './export-suite';

const ROWS = 1_000;

async function leave(response: ServerResponse): Promise<void> {
  const closed = once(response, 'close');
  response.destroy();
  await closed;
}

describe('an export whose client leaves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mapping-'));
  const mappingFile = join(folder, 'mapping.json');
  const suite = new ExportSuite(ROWS, { DHIS2_MAPPING_FILE: mappingFile });

  beforeAll(() =>
    writeFile(
      mappingFile,
      JSON.stringify({
        dataElements: [{ dataElement: 'f7n9E0hX8qk', pathologies: ['Own name KE 1'] }],
        organisationUnits: Object.fromEntries(COUNTRIES.map((country) => [country, `${country}iszpKrYNg`])),
      }),
    ),
  );
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['measure-report.json', 'data-value-sets.json', 'data-value-sets-unmapped.json'])(
    'reads no further country for %s',
    async (name) => {
      const allEnded = suite.observeExports();
      const response = suite.nextResponse();
      const totals = suite.beforeTotals(async (before) => {
        if (before === 1) await leave(await response);
      });
      await expect(
        suite.get(`${name}?period=2026-03`).then((reply) => reply.arrayBuffer()),
      ).rejects.toThrow();
      await allEnded();
      expect(totals).toHaveBeenCalledTimes(2);

      totals.mockClear();
      const complete = await suite.get(`${name}?period=2026-03`);
      await complete.arrayBuffer();
      expect(totals).toHaveBeenCalledTimes(COUNTRIES.length);
    },
  );

  it.each(['csv', 'xlsx'])('does not format the rest of a table as %s', async (format) => {
    const allEnded = suite.observeExports();
    const response = await Promise.all([
      suite.nextResponse(),
      expect(suite.get(`pathologies.${format}?period=2026-03`)).rejects.toThrow(),
      mockRows(),
    ]).then(([closed]) => closed);
    await allEnded();
    expect(response.headersSent).toBe(false);
    expect(readRows).toContain(0);
    expect(readRows).not.toContain(COUNTRIES.length * ROWS - 1);
  });

  const readRows: number[] = [];

  /** Lets the client leave when the first row is read. */
  function mockRows(): Promise<void> {
    readRows.length = 0;
    const tables = suite.platform.app.get(TablesService);
    const buildPathologies = tables.buildPathologies.bind(tables);
    const response = suite.nextResponse();
    return new Promise((resolve) => {
      jest.spyOn(tables, 'buildPathologies').mockImplementation(async (...input) => {
        const table = await buildPathologies(...input);
        const opened = await response;
        resolve();
        const rows = table.rows.map((row, index) =>
          Object.defineProperty([...row], 0, {
            get: () => {
              readRows.push(index);
              if (index === 0) opened.destroy();
              return row[0];
            },
          }),
        );
        return { ...table, rows };
      });
    });
  }

  it('does not fail another one that waits for the same alerts', async () => {
    const { app } = suite.platform;
    const allEnded = suite.observeExports();
    const findAlerts = jest.spyOn(app.get(AlertsService), 'findAlerts');
    const stored = app.get(StoredAlertsService);
    const list = stored.list.bind(stored);
    const response = suite.nextResponse();
    let other: Promise<Response> | undefined;
    jest.spyOn(stored, 'list').mockImplementationOnce(async (...input) => {
      other = suite.get('alerts.csv');
      await until('the other waits', () => findAlerts.mock.calls.length === 2);
      await leave(await response);
      return list(...input);
    });
    await expect(suite.get('alerts.csv')).rejects.toThrow();
    expect((await other)?.status).toBe(200);
    await allEnded();
  });
});
