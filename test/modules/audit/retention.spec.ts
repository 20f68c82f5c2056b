import { applyRetention } from '../../../src/integrations/subjects/apply-retention.command';
import { removeDaysBefore } from '../../../src/modules/audit';
import { digestOfRemovedDays } from '../../../src/modules/audit/retention/removed-days';
import { LIST_REMOVED_DAYS } from '../../../src/modules/audit/retention/removed-days.sql';
import { AnchorJob } from '../../../src/platform/audit/anchor-job';
import { withDataSource } from '../../../src/platform/database/data-source';
import { Database } from '../../../src/platform/database/database';
import { runInProcess } from '../../support/run-command';
import { HeadsFile } from './heads-file';
import { LinkedTrail } from './linked-trail';

const DAYS_PER_YEAR = 366;
const LIST_CHANGED =
  'KE: the list of removed days is not that of the last removal: a day was added, changed or taken from it\n';

describe('the retention of the audit trail', () => {
  const trail = new LinkedTrail();

  const retain = (years = '2', ...args: readonly string[]) =>
    runInProcess(applyRetention, trail.data, { args, variables: { AUDIT_RETENTION_YEARS: years } });

  const countEvents = async (country = 'KE'): Promise<number> => {
    const [{ count }] = await trail.data.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM audit_event WHERE country = $1 AND action = 'test'`,
      [country],
    );
    return count;
  };

  const removedDays = () =>
    trail.data.query<{ country: string; day: string; events: number }[]>(
      `SELECT country, to_char(day, 'YYYY-MM-DD') AS day, events FROM audit_removal ORDER BY country, day`,
    );

  /** Two days of four years ago, one of three years ago and one of half a year ago, then today, in two countries. */
  async function fillYears(): Promise<{ old: string[]; young: string; today: string[] }> {
    const old = [];
    for (const daysAgo of [4 * DAYS_PER_YEAR + 1, 4 * DAYS_PER_YEAR, 3 * DAYS_PER_YEAR])
      old.push(await trail.writeOld(daysAgo, 3));
    const young = await trail.writeOld(180, 3);
    await trail.writeOld(180, 2, 'NG');
    await trail.job.link(0);
    return { old, young, today: await trail.fill() };
  }

  describe('with --confirm', () => {
    it('removes whole days that are older, and keeps their heads in an event', async () => {
      const { old } = await fillYears();
      const [before, nigeria] = [await countEvents(), await countEvents('NG')];
      const { code, output } = await retain('2', '--confirm');
      expect(output).toMatch(
        /^KE: Removed 3 days of the audit trail before \d{4}-\d\d-\d\d, with 9 events\.\n$/,
      );
      expect(code).toBe(0);
      expect([await countEvents(), await countEvents('NG')]).toEqual([before - 9, nigeria]);
      expect(await removedDays()).toEqual(old.map((day) => ({ country: 'KE', day, events: 3 })));
      const events = await trail.data.query<{ details: Record<string, unknown> }[]>(
        `SELECT details FROM audit_event WHERE action = 'audit.remove' ORDER BY id`,
      );
      expect(events.map(({ details }) => [details.day, details.removedDays])).toEqual(
        old.map((day, index) => [day, index + 1]),
      );
      expect(events.at(-1)?.details).toMatchObject({
        operator: expect.any(String) as string,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
    });

    it('leaves a trail that is verified without a difference, also after the next removal', async () => {
      await fillYears();
      await retain('3', '--confirm');
      expect(await trail.verify()).toMatchObject({
        code: 0,
        output: expect.stringContaining(', 3 removed days, whose heads were kept') as string,
      });
      await trail.write(2);
      await retain('3', '--confirm');
      await trail.job.link(0);
      expect((await trail.verify()).output).toMatch(/^No difference: /);
      expect((await trail.verify('--country', 'NG')).output).not.toContain('removed days');
    });

    it('removes nothing from a changed day on, and fails', async () => {
      const { old } = await fillYears();
      await trail.tamper(
        `UPDATE audit_event SET action = 'other' WHERE country = 'KE' AND at::date = '${old[1]}'`,
      );
      const { code, output } = await retain('2', '--confirm');
      expect(code).toBe(1);
      expect(output).toContain(
        `KE: ${old[1]} was changed since it was linked, so that it stays with all later days: run audit:verify.\n`,
      );
      expect(await removedDays()).toEqual([{ country: 'KE', day: old[0], events: 3 }]);
    });

    it('keeps a day that has events again since it was removed, removes later days, and fails', async () => {
      const { old } = await fillYears();
      await retain('4', '--confirm');
      const [refilled = ''] = old;
      await trail.writeAt(`${refilled}T12:00:00Z`);
      await trail.job.link(0);
      const message = `KE: ${refilled} has events again since it was removed, so that it stays: run audit:verify.\n`;
      for (const args of [[], ['--confirm'], ['--confirm']]) {
        const { code, output } = await retain('2', ...args);
        expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(message) as string });
      }
      expect((await removedDays()).map(({ day }) => day)).toEqual(old);
      const { code, output } = await trail.verify();
      expect(code).toBe(1);
      expect(output).toMatch(
        new RegExp(`^KE ${refilled}: was removed, and has events again \\(1\\)\nDifferences: 1:`),
      );
    });

    it('removes each day once if two runs meet', async () => {
      const { old, young } = await fillYears();
      const remove = () => removeDaysBefore(new Database(trail.data), { before: young, confirm: true });
      const removals = (await trail.startTogether('KE', [remove, remove])).flat();
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(removals.map(({ days }) => days))).toBe(old.length);
      expect(sum(removals.map(({ events }) => events))).toBe(3 * old.length);
      const [{ count }] = await trail.data.query<[{ count: number }]>(
        `SELECT count(*)::integer AS count FROM audit_event WHERE action = 'audit.remove'`,
      );
      expect(count).toBe(old.length);
    });

    it('keeps events that no link has', async () => {
      await fillYears();
      await trail.writeOld(4 * DAYS_PER_YEAR, 2);
      await retain('2', '--confirm');
      expect((await trail.verify()).output).toMatch(/KE event \S+ of \S+: is in no link\n/);
    });
  });

  it('removes nothing without --confirm, and prints what it would remove', async () => {
    await fillYears();
    const before = await countEvents();
    const { output } = await retain('2');
    expect(output).toMatch(
      /^KE: Would remove 3 days .* with 9 events\.\nNothing was erased: --confirm is missing\.\n$/,
    );
    expect([await countEvents(), await removedDays()]).toEqual([before, []]);
  });

  it('removes nothing if all days are younger', async () => {
    await fillYears();
    const { output } = await retain('5', '--confirm');
    expect(output).toMatch(/^Removed no day of the audit trail before /);
    expect(await removedDays()).toEqual([]);
  });

  it.each([
    [
      '',
      'PATIENT_RETENTION_YEARS and AUDIT_RETENTION_YEARS: unset, so that no retention ends. Nothing was done.',
    ],
    ['0', 'AUDIT_RETENTION_YEARS: expected a whole number from 1 to 100'],
    ['2 days', 'AUDIT_RETENTION_YEARS: expected a whole number from 1 to 100'],
  ])('is refused with AUDIT_RETENTION_YEARS=%s', async (years, message) => {
    await expect(retain(years, '--confirm')).rejects.toThrow(message);
  });

  describe('leaves a trail in which audit:verify finds', () => {
    let filled: { old: string[]; young: string; today: string[] };

    beforeEach(async () => {
      filled = await fillYears();
      await retain('2', '--confirm');
      await trail.job.link(0);
    });

    it('a changed event', async () => {
      await trail.tamper(`UPDATE audit_event SET role = 'user' WHERE id = '${filled.today[0]}'`);
      expect((await trail.verify()).output).toMatch(/^KE event \S+ of \S+: was changed\n/);
    });

    it('a removed event of a day that stays', async () => {
      await trail.tamper(`DELETE FROM audit_event WHERE country = 'KE' AND at::date = '${filled.young}'`);
      expect((await trail.verify()).output).toContain(': was removed\n');
    });

    it.each([
      ['changed', `UPDATE audit_removal SET digest = sha256('x') WHERE country = 'KE'`],
      ['with another number of events', `UPDATE audit_removal SET events = 1 WHERE country = 'KE'`],
      ['taken away', `DELETE FROM audit_removal WHERE day = (SELECT min(day) FROM audit_removal)`],
      ['all taken away', 'DELETE FROM audit_removal'],
      [
        'added',
        `INSERT INTO audit_removal (country, day, number, digest, events) VALUES ('KE', '2001-02-03', 1, '\\x00', 3)`,
      ],
    ])('a kept head that was %s', async (_change, statement) => {
      await trail.tamper(statement);
      const { code, output } = await trail.verify();
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(LIST_CHANGED) as string });
    });

    it('a removed event of a removal', async () => {
      await trail.tamper(`DELETE FROM audit_event WHERE action = 'audit.remove'`);
      const { output } = await trail.verify();
      expect(output).toContain(': was removed\n');
      expect(output).toContain(LIST_CHANGED);
    });

    it('a young day that was removed by hand as if by the retention', async () => {
      // As somebody with the owner's role could, who knows how it is done.
      await removeDaysBefore(new Database(trail.data), { before: '2999-01-01', confirm: true });
      const { code, output } = await trail.verify();
      expect(code).toBe(1);
      expect(output).toContain(`KE ${filled.young}: was removed before it was a year old\n`);
    });
  });

  it('leaves a trail in which audit:verify finds a young day that was removed with times in the future', async () => {
    const { young } = await fillYears();
    await trail.writeAt(new Date(Date.now() - 181 * 24 * 60 * 60 * 1_000).toISOString());
    await trail.job.link(0);
    const database = new Database(trail.data);
    await removeDaysBefore(database, { before: young, confirm: true });
    await trail.tamper(`UPDATE audit_removal SET removed_at = now() + interval '2 years'`);
    const digest = digestOfRemovedDays(await database.rows(LIST_REMOVED_DAYS, { country: null }));
    await trail.tamper(
      `UPDATE audit_event SET at = now() + interval '2 years', details = details || '{"digest": "${digest}"}'
       WHERE action = 'audit.remove'`,
    );
    await trail.job.link(0);
    const { code, output } = await trail.verify();
    expect(code).toBe(1);
    expect(output).toMatch(/^KE: the event of the last removal is of \S+Z, which is in the future\n/);
    expect(output.match(/^KE \S+: was removed at \S+Z, which is in the future$/gm)).toHaveLength(4);
    expect(output).toContain('\nDifferences: 5:');
  });

  describe('with published heads', () => {
    const heads = new HeadsFile();

    beforeEach(async () => {
      await fillYears();
      await new AnchorJob(trail.database, { AUDIT_ANCHOR: heads.path }).publishIfDue();
    });

    it('accepts those of removed days', async () => {
      await retain('2', '--confirm');
      expect(await trail.verify('--anchor', heads.path)).toMatchObject({ code: 0 });
    });

    it('finds a day that was made anew before it was removed', async () => {
      await trail.tamper(
        `DELETE FROM audit_event WHERE id = (SELECT id FROM audit_event WHERE country = 'KE' ORDER BY id LIMIT 1)`,
        `DELETE FROM audit_link WHERE country = 'KE'`,
        `UPDATE audit_progress SET linked_to = '00000000-0000-0000-0000-000000000000', complete_to = '00000000-0000-0000-0000-000000000000'
         WHERE country = 'KE'`,
      );
      await trail.job.link(0);
      await retain('2', '--confirm');
      expect((await trail.verify()).code).toBe(0);
      const { code, output } = await trail.verify('--anchor', heads.path);
      expect(code).toBe(1);
      expect(output).toMatch(/^KE \S+: link 1 existed at \S+, when its digest was published\n/);
    });
  });

  describe('does not open the trail:', () => {
    const REFUSED = { code: '23001' };

    it.each(['audit_event', 'audit_link', 'audit_removal'])(
      'the owner cannot delete from %s by hand',
      async (table) => {
        await expect(trail.data.query(`DELETE FROM ${table}`)).rejects.toMatchObject(REFUSED);
      },
    );

    it.each([
      'UPDATE audit_event SET role = NULL',
      'TRUNCATE audit_event',
      'UPDATE audit_link SET number = 1',
      'DELETE FROM audit_removal',
      'DELETE FROM audit_anchor',
    ])('the owner cannot run %s within a removal', async (statement) => {
      const removing = trail.data.transaction(async (manager) => {
        await manager.query(`SELECT set_config('audit.removal', 'on', true)`);
        await manager.query(statement);
      });
      await expect(removing).rejects.toMatchObject(REFUSED);
    });

    it.each([
      'DELETE FROM audit_event',
      'DELETE FROM audit_link',
      'INSERT INTO audit_removal DEFAULT VALUES',
    ])('the application cannot run %s within a removal', async (statement) => {
      await withDataSource({ type: 'postgres', url: trail.url }, (application) =>
        application.transaction(async (manager) => {
          await manager.query(`SELECT set_config('audit.removal', 'on', true)`);
          await expect(manager.query(statement)).rejects.toMatchObject({ code: '42501' });
        }),
      );
    });
  });
});
