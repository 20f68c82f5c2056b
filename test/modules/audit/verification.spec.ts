import { LinkedTrail } from './linked-trail';

describe('npm run audit:verify', () => {
  const trail = new LinkedTrail();

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
    const ids = await trail.fill();
    await trail.tamper(`UPDATE audit_event SET ${change} WHERE id = '${ids[5]}'`);
    const { code, output } = await trail.verify();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^KE event ${ids[5]} of \\S+: was changed\nDifferences: 1:`));
  });

  it('finds a removed event', async () => {
    const ids = await trail.fill();
    await trail.tamper(`DELETE FROM audit_event WHERE id = '${ids[11]}'`);
    expect(await trail.verify()).toMatchObject({
      code: 1,
      output: expect.stringContaining(`KE event ${ids[11]}: was removed\nDifferences: 1:`) as string,
    });
  });

  it('finds an event that was moved to another country', async () => {
    const ids = await trail.fill();
    await trail.tamper(`UPDATE audit_event SET country = 'UG' WHERE id = '${ids[0]}'`);
    expect((await trail.verify()).output).toContain(`KE event ${ids[0]}: was removed\n`);
  });

  it('finds events that exchanged their positions', async () => {
    const ids = await trail.fill();
    await trail.tamper(
      `UPDATE audit_event SET id = '00000000-0000-7000-8000-000000000000' WHERE id = '${ids[1]}'`,
      `UPDATE audit_event SET id = '${ids[1]}' WHERE id = '${ids[2]}'`,
      `UPDATE audit_event SET id = '${ids[2]}' WHERE id = '00000000-0000-7000-8000-000000000000'`,
    );
    const { code, output } = await trail.verify();
    expect(code).toBe(1);
    for (const id of [ids[1], ids[2]]) expect(output).toContain(`KE event ${id}`);
  });

  it('finds reordered events of a link', async () => {
    const ids = await trail.fill();
    await trail.tamper(`
      UPDATE audit_link SET
        events = ARRAY[events[2], events[1], events[3], events[4]],
        digests = substr(digests, 33, 32) || substr(digests, 1, 32) || substr(digests, 65)
      WHERE country = 'KE' AND number = 2`);
    expect(ids).toHaveLength(12);
    expect((await trail.verify()).output).toMatch(/^KE \S+: link 2 does not match its content/);
  });

  it('finds a changed event whose link was made to agree with it', async () => {
    const ids = await trail.fill();
    await trail.tamper(
      `UPDATE audit_event SET action = 'other' WHERE id = '${ids[4]}'`,
      `UPDATE audit_link l SET digests = (
         SELECT string_agg(sha256(convert_to(array_to_json(ARRAY[
           e.country, e.id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text, e.action, e.account_id::text, e.role,
           e.address, e.request_id, e.records::text, e.details::text])::text, 'UTF8')), '' ORDER BY e.id)
         FROM audit_event e WHERE e.id = ANY (l.events))
       WHERE country = 'KE' AND number = 2`,
    );
    expect((await trail.verify()).output).toMatch(/^KE \S+: link 2 does not match its content/);
  });

  it('finds a missing link', async () => {
    await trail.fill();
    await trail.tamper(`DELETE FROM audit_link WHERE country = 'KE' AND number = 2`);
    const { output } = await trail.verify();
    expect(output).toMatch(/KE \S+: link 3 follows link 1: those between are missing\n/);
    expect(output).toMatch(/KE \S+: link 3 does not match/);
  });

  it.each([
    ['time', "at = '2099-01-01'"],
    ['id', "id = overlay(id::text PLACING '03ffffff-ffff' FROM 1 FOR 13)::uuid"],
  ])('finds an event that no link has if its %s is in the future', async (_field, change) => {
    const [id] = await trail.write(1);
    await trail.tamper(`UPDATE audit_event SET ${change} WHERE id = '${id}'`);
    const { code, output } = await trail.verify();
    expect(code).toBe(1);
    expect(output).toMatch(/^KE event \S+ of \S+: is in no link\n/);
  });

  it('finds an old event that no link has', async () => {
    await trail.fill();
    const [id] = await trail.write(1);
    await trail.tamper(
      `UPDATE audit_event SET at = now() - interval '1 day', id = uuidv7(interval '-1 day') WHERE id = '${id}'`,
    );
    const { code, output } = await trail.verify();
    expect(code).toBe(1);
    expect(output).toMatch(/^KE event \S+ of \S+: is in no link\n/);
  });
});
