import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { AnchorJob } from '../../../src/platform/audit/anchor-job';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { HeadsFile } from './heads-file';
import { LinkedTrail } from './linked-trail';

describe('npm run audit:verify', () => {
  const trail = new LinkedTrail();

  describe('with published heads', () => {
    const heads = new HeadsFile();

    const publish = (target: string) =>
      new AnchorJob(trail.database, { AUDIT_ANCHOR: target }).publishIfDue();

    it('finds no difference', async () => {
      await trail.fill();
      expect(await publish(heads.path)).toBe(true);
      await trail.fill();
      expect((await trail.verify('--anchor', heads.path)).output).toContain('2 published heads');
      expect((await trail.verify('--anchor', heads.path)).code).toBe(0);
    });

    it('publishes once an hour, and only chains that grew', async () => {
      await trail.fill();
      expect([await publish(heads.path), await publish(heads.path)]).toEqual([true, false]);
      await trail.tamper('ALTER TABLE audit_anchor DISABLE TRIGGER USER');
      await trail.data.query(`UPDATE audit_anchor SET published_at = published_at - interval '2 hours'`);
      await trail.data.query(`ALTER TABLE audit_link DISABLE TRIGGER USER`);
      await trail.data.query(`UPDATE audit_link SET linked_at = linked_at - interval '3 hours'`);
      expect(await publish(heads.path)).toBe(false);
      await trail.write(1, 'NG');
      await trail.job.link(0);
      expect(await publish(heads.path)).toBe(true);
      const [, second] = (await readFile(heads.path, 'utf8')).trim().split('\n');
      expect(JSON.parse(second ?? '')).toMatchObject({ heads: [{ country: 'NG', number: 4 }] });
    });

    it('finds a chain that was cut at its end', async () => {
      const ids = await trail.fill();
      await publish(heads.path);
      await trail.tamper(
        `DELETE FROM audit_link WHERE country = 'KE' AND number = 3`,
        `DELETE FROM audit_event WHERE id IN ('${ids.slice(8).join("', '")}')`,
      );
      expect((await trail.verify()).code).toBe(0);
      const { code, output } = await trail.verify('--anchor', heads.path);
      expect(code).toBe(1);
      expect(output).toMatch(/^KE \S+: link 3 existed at \S+, when its digest was published\n/);
    });

    it('finds a chain that was made anew after a change', async () => {
      const ids = await trail.fill();
      await publish(heads.path);
      await trail.tamper(
        `UPDATE audit_event SET role = 'user' WHERE id = '${ids[0]}'`,
        `DELETE FROM audit_link WHERE country = 'KE'`,
      );
      await trail.job.link(0);
      expect((await trail.verify()).code).toBe(0);
      const { code, output } = await trail.verify('--anchor', heads.path);
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
        await trail.fill();
        const target = `${origin.replace('http://', 'http://trail:secret@')}/heads?key=k`;
        await expect(publish(target)).rejects.toThrow('503');
        expect(await publish(target)).toBe(true);
        const body = requests.at(-1)?.body ?? '';
        expect(requests.at(-1)?.authorization).toBe(
          `Basic ${Buffer.from('trail:secret').toString('base64')}`,
        );
        const [row] = await trail.data.query<{ target: string }[]>('SELECT target FROM audit_anchor');
        expect(row).toEqual({ target: `${origin}/heads` });
        await writeFile(heads.path, body);
        expect((await trail.verify('--anchor', heads.path)).code).toBe(0);
      } finally {
        await closeServer(server);
      }
    });

    it('names the line of a file that is no publication', async () => {
      await writeFile(heads.path, '{"heads": 1}\n');
      await expect(trail.verify('--anchor', heads.path)).rejects.toThrow(
        `${heads.path}, line 1: is no publication of heads`,
      );
    });
  });
});
