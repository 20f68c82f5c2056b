import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { verifyAudit } from '../../../src/modules/audit/verification/verify-audit.command';
import { AnchorJob } from '../../../src/platform/audit/anchor-job';
import { LinkJob } from '../../../src/platform/audit/link-job';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { runInProcess } from '../../support/run-command';
import { closeServer, listenOnLoopback } from '../../support/loopback';

const AWKWARD = 'quote " backslash \\ tab \t newline \n control \u0001 accents é ملاريا 🩺 \u2028 slash /';

describe('npm run audit:verify', () => {
  let opened: OpenDatabase;
  let data: DataSource;
  let job: LinkJob;

  beforeEach(async () => {
    opened = await openDatabase(migrationOptions);
    data = opened.dataSource;
    job = new LinkJob(opened.database);
  });

  afterEach(() => opened.close());

  const verify = (...args: readonly string[]) => runInProcess(verifyAudit, data, { args });

  /** Writes events in one statement each, and returns their ids. */
  async function write(
    count: number,
    country = 'KE',
    runner: Pick<QueryRunner, 'manager'> = data,
  ): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const rows = await runner.manager.query<{ id: string }[]>(
        `INSERT INTO audit_event (country, action, account_id, role, address, records, details)
         VALUES ($1, 'test', uuidv7(), 'doctor', NULL, ARRAY[uuidv7(), uuidv7()], $2) RETURNING id`,
        [country, JSON.stringify({ text: AWKWARD, index, nested: [{ a: null }, 1.5] })],
      );
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  }

  /** Changes the trail as its owner could, who disables the triggers. */
  async function tamper(...statements: readonly string[]): Promise<void> {
    for (const table of ['audit_event', 'audit_link'])
      await data.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const statement of statements) await data.query(statement);
    for (const table of ['audit_event', 'audit_link'])
      await data.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }

  /** Links three portions of events of two countries, and returns the ids of Kenya's. */
  async function fill(): Promise<string[]> {
    const ids: string[] = [];
    for (let portion = 0; portion < 3; portion += 1) {
      ids.push(...(await write(4)));
      await write(2, 'NG');
      await job.link(0);
    }
    return ids;
  }

  it('finds no difference in an empty trail', async () => {
    expect(await verify()).toEqual({
      code: 0,
      output:
        'No difference: 0 events in 0 links, not compared with published heads, 0 recent events not linked yet.\n',
    });
  });

  it('finds no difference in what was written and linked, of any content', async () => {
    await fill();
    await write(1);
    expect(await verify()).toEqual({
      code: 0,
      output:
        'No difference: 18 events in 6 links, not compared with published heads, 1 recent events not linked yet.\n',
    });
    expect((await verify('--country', 'NG')).output).toContain('6 events in 3 links');
  });

  it.each([
    ['account', 'account_id = uuidv7()'],
    ['time', "at = at + interval '1 microsecond'"],
    ['action', "action = 'other'"],
    ['role', 'role = NULL'],
    ['address', "address = '192.0.2.7'"],
    ['request', "request_id = 'another'"],
    ['records', 'records = records[1:1]'],
    ['details', `details = details || '{"index": 99}'`],
  ])('finds an event with another %s', async (_field, change) => {
    const ids = await fill();
    await tamper(`UPDATE audit_event SET ${change} WHERE id = '${ids[5]}'`);
    const { code, output } = await verify();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^KE event ${ids[5]} of \\S+: was changed\nDifferences: 1:`));
  });

  it('finds a removed event', async () => {
    const ids = await fill();
    await tamper(`DELETE FROM audit_event WHERE id = '${ids[11]}'`);
    expect(await verify()).toMatchObject({
      code: 1,
      output: expect.stringContaining(`KE event ${ids[11]}: was removed\nDifferences: 1:`) as string,
    });
  });

  it('finds an event that was moved to another country', async () => {
    const ids = await fill();
    await tamper(`UPDATE audit_event SET country = 'UG' WHERE id = '${ids[0]}'`);
    expect((await verify()).output).toContain(`KE event ${ids[0]}: was removed\n`);
  });

  it('finds events that exchanged their positions', async () => {
    const ids = await fill();
    await tamper(
      `UPDATE audit_event SET id = '00000000-0000-7000-8000-000000000000' WHERE id = '${ids[1]}'`,
      `UPDATE audit_event SET id = '${ids[1]}' WHERE id = '${ids[2]}'`,
      `UPDATE audit_event SET id = '${ids[2]}' WHERE id = '00000000-0000-7000-8000-000000000000'`,
    );
    const { code, output } = await verify();
    expect(code).toBe(1);
    for (const id of [ids[1], ids[2]]) expect(output).toContain(`KE event ${id}`);
  });

  it('finds reordered events of a link', async () => {
    const ids = await fill();
    await tamper(`
      UPDATE audit_link SET
        events = ARRAY[events[2], events[1], events[3], events[4]],
        digests = substr(digests, 33, 32) || substr(digests, 1, 32) || substr(digests, 65)
      WHERE country = 'KE' AND number = 2`);
    expect(ids).toHaveLength(12);
    expect((await verify()).output).toMatch(/^KE \S+: link 2 does not match its content/);
  });

  it('finds a changed event whose link was made to agree with it', async () => {
    const ids = await fill();
    await tamper(
      `UPDATE audit_event SET action = 'other' WHERE id = '${ids[4]}'`,
      `UPDATE audit_link l SET digests = (
         SELECT string_agg(digest_of_audit_event(ARRAY[
           e.country, e.id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text, e.action, e.account_id::text, e.role,
           e.address, e.request_id, e.records::text, e.details::text]), '' ORDER BY e.id)
         FROM audit_event e WHERE e.id = ANY (l.events))
       WHERE country = 'KE' AND number = 2`,
    );
    expect((await verify()).output).toMatch(/^KE \S+: link 2 does not match its content/);
  });

  it('finds a missing link', async () => {
    await fill();
    await tamper(`DELETE FROM audit_link WHERE country = 'KE' AND number = 2`);
    const { output } = await verify();
    expect(output).toMatch(/KE \S+: link 3 follows link 1: those between are missing\n/);
    expect(output).toMatch(/KE \S+: link 3 does not match/);
  });

  it('finds an old event that no link has', async () => {
    await fill();
    const [id] = await write(1);
    await tamper(
      `UPDATE audit_event SET at = now() - interval '1 day', id = uuidv7(interval '-1 day') WHERE id = '${id}'`,
    );
    const { code, output } = await verify();
    expect(code).toBe(1);
    expect(output).toMatch(/^KE event \S+ of \S+: is in no link\n/);
  });

  it('links events of a transaction that commits after later events were linked', async () => {
    await write(1);
    await job.link(0);
    const runner = data.createQueryRunner();
    await runner.startTransaction();
    const [early] = await write(1, 'KE', runner);
    await write(3);
    for (let run = 0; run < 3; run += 1) await job.link(0);
    await runner.commitTransaction();
    await runner.release();
    await write(1);
    await job.link(0);
    const rows = await data.query<{ events: string[] }[]>('SELECT events FROM audit_link ORDER BY number');
    expect(rows.map(({ events }) => events.length)).toEqual([1, 3, 2]);
    expect(rows[2]?.events[0]).toBe(early);
    expect((await verify()).output).toMatch(/^No difference: 6 events in 3 links, .* 0 recent events/);
  });

  it('links every event once, while several processes link and write', async () => {
    const jobs = [job, new LinkJob(opened.database)];
    const writers = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 10; round += 1) await write(5);
    });
    let isWriting = true;
    const linking = jobs.map(async (each) => {
      while (isWriting) await each.link(0);
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(linking);
    await job.link(0);
    const [{ events, distinct }] = await data.query<[{ events: number; distinct: number }]>(
      `SELECT count(*)::integer AS events, count(DISTINCT id)::integer AS distinct
       FROM (SELECT unnest(events) AS id FROM audit_link) x`,
    );
    expect({ events, distinct }).toEqual({ events: 200, distinct: 200 });
    expect((await verify()).output).toMatch(/^No difference: 200 events in \d+ links, .* 0 recent events/);
  });

  it('links more events than one statement takes', async () => {
    await data.query(
      `INSERT INTO audit_event (country, action) SELECT 'KE', 'test' FROM generate_series(1, 12001)`,
    );
    await job.link(0);
    expect((await verify()).output).toMatch(/^No difference: 12,001 events in 3 links, .* 0 recent events/);
  });

  describe('with published heads', () => {
    let folder: string;
    let path: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'anchor-'));
      path = join(folder, 'heads.jsonl');
    });

    afterEach(() => rm(folder, { recursive: true }));

    const publish = (target: string) =>
      new AnchorJob(opened.database, { AUDIT_ANCHOR: target }).publishIfDue();

    it('finds no difference', async () => {
      await fill();
      expect(await publish(path)).toBe(true);
      await fill();
      expect((await verify('--anchor', path)).output).toContain('2 published heads');
      expect((await verify('--anchor', path)).code).toBe(0);
    });

    it('publishes once an hour, and only chains that grew', async () => {
      await fill();
      expect([await publish(path), await publish(path)]).toEqual([true, false]);
      await tamper('ALTER TABLE audit_anchor DISABLE TRIGGER USER');
      await data.query(`UPDATE audit_anchor SET published_at = published_at - interval '2 hours'`);
      await data.query(`ALTER TABLE audit_link DISABLE TRIGGER USER`);
      await data.query(`UPDATE audit_link SET linked_at = linked_at - interval '3 hours'`);
      expect(await publish(path)).toBe(false);
      await write(1, 'NG');
      await new LinkJob(opened.database).link(0);
      expect(await publish(path)).toBe(true);
      const [, second] = (await readFile(path, 'utf8')).trim().split('\n');
      expect(JSON.parse(second ?? '')).toMatchObject({ heads: [{ country: 'NG', number: 4 }] });
    });

    it('finds a chain that was cut at its end', async () => {
      const ids = await fill();
      await publish(path);
      await tamper(
        `DELETE FROM audit_link WHERE country = 'KE' AND number = 3`,
        `DELETE FROM audit_event WHERE id IN ('${ids.slice(8).join("', '")}')`,
      );
      expect((await verify()).code).toBe(0);
      const { code, output } = await verify('--anchor', path);
      expect(code).toBe(1);
      expect(output).toMatch(/^KE \S+: link 3 existed at \S+, when its digest was published\n/);
    });

    it('finds a chain that was made anew after a change', async () => {
      const ids = await fill();
      await publish(path);
      await tamper(
        `UPDATE audit_event SET role = 'user' WHERE id = '${ids[0]}'`,
        `DELETE FROM audit_link WHERE country = 'KE'`,
      );
      await new LinkJob(opened.database).link(0);
      expect((await verify()).code).toBe(0);
      const { code, output } = await verify('--anchor', path);
      expect(code).toBe(1);
      expect(output).toMatch(/^KE \S+: link 3 existed at/);
    });

    it('posts them to a URL, and stores no credentials', async () => {
      const requests: { body: string; authorization: string | undefined }[] = [];
      const server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          requests.push({ body, authorization: request.headers.authorization });
          response.writeHead(requests.length === 1 ? 503 : 201).end();
        });
      });
      const origin = await listenOnLoopback(server);
      try {
        await fill();
        const target = `${origin.replace('http://', 'http://trail:secret@')}/heads?key=k`;
        await expect(publish(target)).rejects.toThrow('503');
        expect(await publish(target)).toBe(true);
        const body = requests.at(-1)?.body ?? '';
        expect(requests.at(-1)?.authorization).toBe(
          `Basic ${Buffer.from('trail:secret').toString('base64')}`,
        );
        const [row] = await data.query<{ target: string }[]>('SELECT target FROM audit_anchor');
        expect(row).toEqual({ target: `${origin}/heads` });
        await writeFile(path, body);
        expect((await verify('--anchor', path)).code).toBe(0);
      } finally {
        await closeServer(server);
      }
    });

    it('names the line of a file that is no publication', async () => {
      await writeFile(path, '{"heads": 1}\n');
      await expect(verify('--anchor', path)).rejects.toThrow(`${path}, line 1: is no publication of heads`);
    });
  });

  it.each([
    [['--country', 'Kenya'], 'country: expected an ISO 3166-1 country code such as KE, ZZ or *'],
    [['--other'], "Unknown option '--other'"],
  ])('refuses %j', async (args, message) => {
    await expect(verify(...args)).rejects.toThrow(message);
  });
});
