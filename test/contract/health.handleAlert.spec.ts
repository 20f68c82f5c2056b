import { randomUUID } from 'node:crypto';
import { withDataSource } from '../../src/platform/database/data-source';
import { addDays, periodOf } from '../../src/shared/period';
import { recordCase, thisWeek } from '../modules/health/alerts/alerts-suite';
import { badRequest, failure, payload } from '../support/plain-caller';
import { AlertHandlingSuite, EBOLA } from './alert-handling-suite';
import { notFound } from './failures';

const weekBefore = periodOf('week', addDays(thisWeek.from, -7)).name;

describe('health.handleAlert', () => {
  const here = new AlertHandlingSuite();

  it('stores who acknowledged an alert, to whom it is assigned and a note, and everybody who sees the alert sees it', async () => {
    await here.recordAlert('UG');
    const before = Date.now();
    const reader = await here.reader('UG');
    const note = 'Called the district.\nSamples are on their way.';
    const handled = await here.handle(reader, { acknowledge: true, assignTo: ' Gulu team ', note });
    const by = 'Wanjiru Kamau';
    const at = expect.any(String) as string;
    const handling = { acknowledged: { by, at }, assigned: { to: 'Gulu team', by, at }, notes: 1 };
    expect(handled).toStrictEqual({
      country: 'UG',
      pathology: EBOLA,
      since: thisWeek.name,
      week: thisWeek.name,
      handling,
      acts: [
        { act: 'acknowledge', content: null, by, at },
        { act: 'assign', content: 'Gulu team', by, at },
        { act: 'note', content: note, by, at },
      ],
    });
    for (const act of handled.acts) expect(Date.parse(act.at)).toBeGreaterThanOrEqual(before - 1);
    const other = await here.reader('UG', 'Okello Achieng');
    expect(await here.findHandling(other)).toStrictEqual(handled);
    expect((await here.findAlerts(other))[0]?.handling).toStrictEqual(handled.handling);
    const admin = await here.as('admin', '*');
    const [seen] = (await here.findAlerts(admin)).filter(({ country }) => country === 'UG');
    expect(seen?.handling).toStrictEqual(handled.handling);
  });

  it('leaves alerts that nobody handled as they were', async () => {
    await here.recordAlert('SO');
    const [alert] = await here.findAlerts(await here.reader('SO'));
    expect(alert).toBeDefined();
    expect(alert).not.toHaveProperty('handling');
    expect(await here.findHandling(await here.reader('SO'))).toMatchObject({
      handling: { acknowledged: null, assigned: null, notes: 0 },
      acts: [],
    });
  });

  it('changes nothing if it is repeated, by the same account or another', async () => {
    await here.recordAlert('ET');
    const reader = await here.reader('ET');
    const input = { acknowledge: true, assignTo: 'Team 1', note: 'Equipe sera là.' };
    const first = await here.handle(reader, input);
    for (const form of ['NFC', 'NFD'])
      expect(await here.handle(reader, { ...input, note: input.note.normalize(form) })).toStrictEqual(first);
    const other = await here.reader('ET', 'Okello Achieng');
    const second = await here.handle(other, { acknowledge: true, assignTo: 'Team 1' });
    expect(second).toStrictEqual(first);
    const third = await here.handle(other, { note: input.note });
    expect(third.acts.at(-1)).toMatchObject({ act: 'note', by: 'Okello Achieng' });
    expect(third.handling.notes).toBe(2);
  });

  it('stores the acts of a retry with the same Idempotency-Key once, and returns the stored response', async () => {
    await here.recordAlert('DJ');
    const reader = await here.reader('DJ');
    const headers = { 'idempotency-key': randomUUID() };
    const input = { country: 'DJ', pathology: EBOLA, note: 'Called.' };
    const [first, second] = [
      await reader.post('health.handleAlert', input, headers),
      await reader.post('health.handleAlert', input, headers),
    ];
    expect(payload(second)).toStrictEqual(payload(first));
    expect(await here.storedActs('DJ')).toEqual([['note', 'Called.']]);
  });

  it('stores one acknowledgement and one assignment of concurrent calls', async () => {
    await here.recordAlert('CD');
    const readers = [await here.reader('CD'), await here.reader('CD', 'Okello Achieng')];
    const input = { acknowledge: true, assignTo: 'Team 1' };
    await Promise.all([...readers, ...readers, ...readers].map((reader) => here.handle(reader, input)));
    expect(await here.storedActs('CD')).toEqual([
      ['acknowledge', null],
      ['assign', 'Team 1'],
    ]);
  });

  it('assigns an alert to somebody else, and takes the assignment back', async () => {
    await here.recordAlert('RW');
    const reader = await here.reader('RW');
    for (const assignTo of ['Team 1', 'Team 2', 'Team 1'])
      expect((await here.handle(reader, { assignTo })).handling.assigned?.to).toBe(assignTo);
    expect((await here.handle(reader, { assignTo: null })).handling.assigned).toBeNull();
    expect(await here.handle(reader, { assignTo: null })).toMatchObject({ acts: { length: 4 } });
  });

  it('applies to the whole episode, also if its first week moves because a case is recorded late', async () => {
    await here.recordAlert('TD');
    const reader = await here.reader('TD');
    await here.handle(reader, { acknowledge: true });
    await recordCase(await here.doctor('TD'), EBOLA, 7);
    const alerts = await here.findAlerts(reader);
    expect(alerts.map(({ week }) => week)).toEqual([thisWeek.name, weekBefore]);
    expect(alerts.map(({ episode }) => episode.since)).toEqual([weekBefore, weekBefore]);
    expect(alerts[0]?.handling?.acknowledged).toMatchObject({ by: 'Wanjiru Kamau' });
    expect(await here.findHandling(reader)).toMatchObject({ since: weekBefore, acts: [{}] });
  });

  it('does not apply to an earlier episode of the disease', async () => {
    const doctor = await here.doctor('ML');
    await recordCase(doctor, EBOLA, 21);
    await recordCase(doctor, EBOLA);
    const reader = await here.reader('ML');
    await here.handle(reader, { acknowledge: true });
    const [latest, earlier] = await here.findAlerts(reader);
    expect(latest?.handling?.acknowledged).toMatchObject({ by: 'Wanjiru Kamau' });
    expect(earlier).toBeDefined();
    expect(earlier).not.toHaveProperty('handling');
    const earlierWeek = periodOf('week', addDays(thisWeek.from, -21)).name;
    expect(await here.findHandling(reader, { week: earlierWeek })).toMatchObject({ acts: [] });
  });

  it.each([
    ['BJ', 'Maladie à virus Ebola'],
    ['TG', 'ebola virus  disease'],
  ])('takes the name in other languages and spellings (%s)', async (country, pathology) => {
    await here.recordAlert(country);
    const handled = await here.handle(await here.reader(country), { pathology, acknowledge: true });
    expect(handled.pathology).toBe(EBOLA);
  });

  it('is written to the audit trail without the texts', async () => {
    await here.recordAlert('GA');
    const reader = await here.reader('GA');
    const accountId = await here.accountOf(reader);
    const input = { assignTo: 'Team 1', note: 'It is about P-17' };
    await here.handle(reader, input);
    await here.handle(reader, input);
    const events: unknown = await here.database.query(
      'SELECT country, action, details FROM audit_event WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    const event = { country: 'GA', action: 'health.handleAlert' };
    const details = { disease: EBOLA, since: thisWeek.name };
    expect(events).toEqual([
      { ...event, details: { ...details, acts: ['assign', 'note'] } },
      { ...event, details: { ...details, acts: [] } },
    ]);
  });

  it('stores nothing if the event cannot be written', async () => {
    await here.recordAlert('NE');
    const reader = await here.reader('NE');
    const stop = `CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.action = 'health.handleAlert' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`;
    await here.database.query(stop);
    await here.database.query(
      'CREATE TRIGGER refuse_event BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_event()',
    );
    try {
      const refused = await reader.post('health.handleAlert', { pathology: EBOLA, acknowledge: true });
      expect(refused.status).toBe(500);
    } finally {
      await here.database.query('DROP TRIGGER refuse_event ON audit_event');
    }
    expect(await here.storedActs('NE')).toEqual([]);
  });

  it.each([
    [{}, 'acknowledge: send acknowledge, assignTo or note'],
    [{ acknowledge: false }, 'acknowledge: expected true: an acknowledgement is not taken back'],
    [{ assignTo: ' ' }, 'assignTo: must not be empty'],
    [{ assignTo: 'x'.repeat(101) }, 'assignTo: expected at most 100 characters'],
    [{ assignTo: 'a\nb' }, 'assignTo: must be a single line without control characters'],
    [
      { assignTo: 'Team \u200b1' },
      'assignTo: must not contain invisible characters (it has U+200B); send it without',
    ],
    [{ note: '' }, 'note: must not be empty'],
    [{ note: '\u200b' }, 'note: must have a visible character'],
    [
      { note: 'Seen \u202ebefore' },
      'note: must not contain characters that change the order of others (U+202A to U+202E, U+2066 to U+2069)',
    ],
    [{ note: 'x'.repeat(1_001) }, 'note: expected at most 1000 characters'],
  ])('names what to change in %j', async (input, message) => {
    const reader = await here.reader('KE');
    const refused = await reader.post('health.handleAlert', { pathology: EBOLA, ...input });
    expect(failure(refused)).toEqual(badRequest(message));
  });

  it('returns 404 for an alert that never was, and for one whose cases were voided', async () => {
    const reader = await here.reader('GN');
    const four = periodOf('week', addDays(thisWeek.from, -21)).name;
    const missing = notFound(
      `pathology: there is no alert on "${EBOLA}" in GN in the weeks ${four} to ${thisWeek.name}; it may have been withdrawn. Send an alert that health.alerts lists`,
    );
    const input = { pathology: EBOLA, acknowledge: true };
    expect(failure(await reader.post('health.handleAlert', input))).toEqual(missing);
    const doctor = await here.doctor('GN');
    const id = await recordCase(doctor, EBOLA);
    await here.handle(reader, input);
    payload(await doctor.post('consultations.void', { id, reason: 'Recorded twice' }));
    expect(failure(await reader.post('health.handleAlert', input))).toEqual(missing);
    expect(failure(await reader.get('health.alertHandling', { pathology: EBOLA }))).toEqual(missing);
  });

  it('cannot be changed or deleted by the role of the application', async () => {
    await withDataSource({ type: 'postgres', url: here.platform.databaseUrl }, async (application) => {
      for (const sql of [`UPDATE alert_act SET content = 'x'`, 'DELETE FROM alert_act', 'TRUNCATE alert_act'])
        await expect(application.query(sql)).rejects.toMatchObject({ code: '42501' });
    });
  });
});
