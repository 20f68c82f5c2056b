import { DataSource } from 'typeorm';
import { verifyAudit } from '../../src/modules/audit/verification/verify-audit.command';
import { LinkJob } from '../../src/platform/audit/link-job';
import { countConsultations, recordConsultation } from '../contract/consultations';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { PlainCaller, payload } from '../support/plain-caller';
import { type Platform, startPlatform } from '../support/platform';
import { runInProcess } from '../support/run-command';
import { until } from '../support/until';
import { ArchivedServer, isWritable } from './archived-server';

const STATISTICS = { year: 2024, month: 5 };

describe('a restore to a time', () => {
  let server: ArchivedServer;

  beforeAll(async () => {
    server = await ArchivedServer.start();
  }, 240_000);

  afterAll(() => server.stop());

  const callerOf = async (platform: Platform): Promise<PlainCaller> => {
    const cookie = await platform.session({
      role: 'admin',
      country: 'KE',
      email: `${Date.now()}@example.org`,
    });
    return new PlainCaller(await platform.listen(), cookie);
  };

  const record = async (caller: PlainCaller, count: number): Promise<string[]> => {
    const records = [];
    for (let index = 0; index < count; index += 1) records.push(await recordConsultation(caller));
    return records.map(({ id }) => id);
  };

  const statistics = async (caller: PlainCaller) =>
    payload(await caller.post('health.pathologyStats', STATISTICS));

  const listIds = async (database: DataSource): Promise<string[]> => {
    const rows = await database.query<{ id: string }[]>('SELECT id FROM consultation');
    return rows.map(({ id }) => id).sort();
  };

  const linkAll = async (platform: Platform): Promise<void> => {
    await until('all events are linked', async () => {
      await platform.app.get(LinkJob).link(0, 0);
      const { output } = await runInProcess(verifyAudit, platform.database);
      return output.includes(', 0 recent events not linked yet');
    });
  };

  const expectIntact = async (platform: Platform): Promise<void> => {
    expect(await runCheckCounts(platform.database)).toMatchObject({ code: 0 });
    const { code, output } = await runInProcess(verifyAudit, platform.database);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^No difference: /) as unknown,
    });
  };

  const readTime = async (): Promise<string> => {
    const [row] = await server.query(
      `SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF') AS time`,
    );
    return String(row?.time);
  };

  /** Starts the platform on a restored server as soon as that accepts writes. Returns how long both took. */
  const restore = async (time: string) => {
    const beganAt = performance.now();
    const { addresses } = await server.restore(time);
    await until('the restored server accepts writes', () => isWritable(addresses));
    const restoredAfterMs = performance.now() - beganAt;
    const platform = await startPlatform({ NODE_ENV: 'test', ...addresses });
    return { platform, restoredAfterMs, servedAfterMs: performance.now() - beganAt };
  };

  it('has every record from before an accident, none from after it, right counts and an intact audit trail', async () => {
    const primary = await startPlatform({ NODE_ENV: 'test', ...server.addresses });
    const caller = await callerOf(primary);
    const beforeBackup = await record(caller, 100);
    const backupBeganAt = performance.now();
    const bytes = await server.backUp();
    const backupMs = performance.now() - backupBeganAt;
    const afterBackup = await record(caller, 100);
    await linkAll(primary);
    const expected = { ids: [...beforeBackup, ...afterBackup].sort(), statistics: await statistics(caller) };
    const time = await readTime();

    const tooLate = await record(caller, 20);
    await server.query(`
      ALTER TABLE consultation DISABLE TRIGGER USER;
      DELETE FROM consultation WHERE ctid IN (SELECT ctid FROM consultation LIMIT 150);
      ALTER TABLE consultation ENABLE TRIGGER USER`);
    expect(await countConsultations(primary.database)).toBe(70);
    expect((await runCheckCounts(primary.database)).code).toBe(1);
    await primary.close();
    const segments = await server.archiveAll();

    const { platform, restoredAfterMs, servedAfterMs } = await restore(time);
    try {
      expect(await listIds(platform.database)).toEqual(expected.ids);
      expect(expected.ids).not.toEqual(expect.arrayContaining(tooLate));
      await expectIntact(platform);
      const again = await callerOf(platform);
      expect(await statistics(again)).toEqual(expected.statistics);

      // It goes on: records, links and counts.
      await record(again, 10);
      await linkAll(platform);
      await expectIntact(platform);
      expect(await countConsultations(platform.database)).toBe(210);
    } finally {
      await platform.close();
    }
    process.stdout.write(
      `base backup of ${Math.round(bytes / 1e6)} MB in ${Math.round(backupMs)} ms; restored with ${segments} files of the log in ` +
        `${Math.round(restoredAfterMs)} ms, the platform served after ${Math.round(servedAfterMs)} ms\n`,
    );
  });

  it('is refused by the server if the archive ends before that time', async () => {
    const { process, addresses } = await server.restore('2999-01-01 00:00:00+00');
    await until('the server has ended', () => Promise.resolve(process.hasEnded));
    expect(process.log).toContain('recovery ended before configured recovery target was reached');
    expect(await isWritable(addresses)).toBe(false);
  });
});
