import { setTimeout as sleep } from 'node:timers/promises';
import { LinkJob } from '../../../src/platform/audit/link-job';
import { until } from '../../support/until';
import { LinkedTrail } from './linked-trail';

describe('the chains of the audit trail', () => {
  const trail = new LinkedTrail();

  it('finds no difference in an empty trail', async () => {
    expect(await trail.verify()).toEqual({
      code: 0,
      output:
        'No difference: 0 events in 0 links, not compared with published heads, 0 recent events not linked yet.\n',
    });
  });

  it('finds no difference in what was written and linked, of any content', async () => {
    await trail.fill();
    await trail.write(1);
    expect(await trail.verify()).toEqual({
      code: 0,
      output:
        'No difference: 18 events in 6 links, not compared with published heads, 1 recent events not linked yet.\n',
    });
    expect((await trail.verify('--country', 'NG')).output).toContain('6 events in 3 links');
  });

  it('links events of a transaction that commits after later events were linked', async () => {
    await trail.write(1);
    await trail.job.link(0, 0);
    const runner = trail.data.createQueryRunner();
    await runner.startTransaction();
    const [early] = await trail.write(1, 'KE', runner);
    await trail.write(3);
    for (let run = 0; run < 3; run += 1) await trail.job.link(0, 0);
    await runner.commitTransaction();
    await runner.release();
    await trail.write(1);
    await trail.linkAll(6);
    const rows = await trail.listLinks();
    expect(rows.slice(0, 2).map((events) => events.length)).toEqual([1, 3]);
    expect(rows.slice(2).flat()).toContain(early);
    expect((await trail.verify()).output).toMatch(/^No difference: 6 events in \d links, .* 0 recent events/);
  });

  it('links events of a transaction that commits between two portions', async () => {
    const runner = trail.data.createQueryRunner();
    await runner.startTransaction();
    const [early] = await trail.write(1, 'KE', runner);
    await trail.write(5);
    const portion = `SELECT * FROM link_audit_events('KE', 3, 0, 0)`;
    expect(await trail.data.query<unknown[]>(portion)).toEqual([{ linked: 3, is_more: true }]);
    await runner.commitTransaction();
    await runner.release();
    await trail.linkAll(6);
    expect((await trail.listLinks()).slice(1).flat()).toContain(early);
  });

  it('links events that are written after the clock was set back', async () => {
    await trail.write(1);
    await trail.job.link(0, 0);
    const [{ later }] = await trail.data.query<[{ later: string }]>(`SELECT uuidv7('1 hour') AS later`);
    await trail.data.query(
      `UPDATE audit_progress SET linked_to = $1, complete_to = $1 WHERE country = 'KE'`,
      [later],
    );
    await trail.job.link(0, 2_000);
    await trail.write(1);
    await sleep(2_100);
    await trail.linkAll(2, 2_000);
    expect((await trail.verify()).output).toContain('2 events in 2 links');
  });

  it('links events of other countries if those of one cannot be linked', async () => {
    await trail.data.query(`
      CREATE FUNCTION refuse_link() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no link is written'; END $$`);
    await trail.data.query(
      `CREATE TRIGGER refuses BEFORE INSERT ON audit_link FOR EACH ROW WHEN (NEW.country = 'KE') EXECUTE FUNCTION refuse_link()`,
    );
    await trail.write(1);
    await trail.write(2, 'NG');
    await trail.job.link(0);
    expect((await trail.verify()).output).toContain('2 events in 1 links');
  });

  it('reads and changes nothing when there is nothing to link', async () => {
    await trail.write(3);
    await trail.linkAll(3);
    const read = () =>
      trail.data.query<{ complete_to: string; linked_to: string }[]>(
        'SELECT * FROM audit_progress WHERE changed_at IS NOT NULL',
      );
    await until('all transactions have ended', async () => {
      await trail.job.link(0, 0);
      return (await read()).every(({ complete_to, linked_to }) => complete_to === linked_to);
    });
    const before = await read();
    await trail.job.link(0, 0);
    expect(await read()).toEqual(before);
    expect(before).toMatchObject([{ country: 'KE', observed_to: null }]);
  });

  it('links every event once, while several processes link and write', async () => {
    const jobs = [trail.job, new LinkJob(trail.database)];
    const writers = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 10; round += 1) await trail.write(5);
    });
    let isWriting = true;
    const linking = jobs.map(async (each) => {
      while (isWriting) await each.link(0, 0);
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(linking);
    await trail.linkAll(200);
    const [{ events, distinct }] = await trail.data.query<[{ events: number; distinct: number }]>(
      `SELECT count(*)::integer AS events, count(DISTINCT id)::integer AS distinct
       FROM (SELECT unnest(events) AS id FROM audit_link) x`,
    );
    expect({ events, distinct }).toEqual({ events: 200, distinct: 200 });
    expect((await trail.verify()).output).toMatch(
      /^No difference: 200 events in \d+ links, .* 0 recent events/,
    );
  });

  it('links more events than one statement takes', async () => {
    await trail.data.query(
      `INSERT INTO audit_event (country, action) SELECT 'KE', 'test' FROM generate_series(1, 12001)`,
    );
    await trail.job.link(0);
    expect((await trail.verify()).output).toMatch(
      /^No difference: 12,001 events in 3 links, .* 0 recent events/,
    );
  });

  it.each([
    [['--country', 'Kenya'], 'country: expected an ISO 3166-1 country code such as KE, ZZ or *'],
    [['--other'], "Unknown option '--other'"],
  ])('refuses %j', async (args, message) => {
    await expect(trail.verify(...args)).rejects.toThrow(message);
  });
});
