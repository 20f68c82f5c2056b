import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { visit } from './bundles';
import { answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

describe('a Bundle that is posted under an Idempotency-Key', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  it.each(['transaction', 'batch'])(
    'counts once, and is answered as the first time, though nothing names it: %s',
    async (type) => {
      const before = await fhir.totals();
      const headers = { 'idempotency-key': `"key of a ${type}"`.replaceAll(' ', '-') };
      const first = await fhir.doctor.post(visit({ type }), headers);
      const second = await fhir.doctor.post(visit({ type }), headers);
      expect(first.headers).not.toHaveProperty('idempotency-replayed');
      expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true' });
      expect(second.body).toEqual(first.body);
      expect(answers(second).map(({ status }) => status)).toEqual(['201 Created', '201 Created']);
      expect((await fhir.totals()).cases).toBe(before.cases + 1);
    },
  );

  it('is refused with another content, and forgotten where it was refused', async () => {
    const headers = { 'idempotency-key': 'another' };
    expect(
      failure(await fhir.doctor.post(visit({ encounter: { subject: undefined } }), headers)).status,
    ).toBe(422);
    answers(await fhir.doctor.post(visit(), headers));
    const told = failure(
      await fhir.doctor.post(visit({ condition: { code: { text: 'Cholera' } } }), headers),
    );
    expect(told).toMatchObject({ status: 422 });
    expect(told.issues[0]?.text).toContain('Idempotency-Key');
    expect(failure(await fhir.doctor.post(visit(), { 'idempotency-key': 'two words' }))).toMatchObject({
      status: 400,
    });
  });

  it('says when to send it again while the first call still runs', async () => {
    const holder = new Client({ connectionString: fhir.platform.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE fhir_encounter IN SHARE MODE');
    const headers = { 'idempotency-key': 'slow' };
    const first = fhir.doctor.post(visit(), headers);
    let waiting = 0;
    while (waiting === 0) {
      await wait(20);
      const { rowCount } = await holder.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rowCount ?? 0;
    }
    const second = await fhir.doctor.post(visit(), headers);
    await holder.query('COMMIT');
    await holder.end();
    expect(failure(second)).toMatchObject({ status: 409, issues: [{ code: 'conflict' }] });
    expect(second.headers).toMatchObject({ 'retry-after': '1' });
    answers(await first);
  });

  it('of a batch, keeps what is recorded and undoes what is refused', async () => {
    const identifier = [{ value: 'taken' }];
    await fhir.doctor.post(visit({ encounter: { identifier } }));
    const before = await fhir.totals();
    const bundle = visit({ type: 'batch', encounter: { identifier, period: { start: '2026-03-16' } } });
    const more = visit({ encounter: { identifier: [{ value: 'free' }] } });
    const both = {
      ...bundle,
      entry: [bundle.entry, more.entry].flat().map((one, index) => renamed(one, Math.floor(index / 2))),
    };
    const answered = answers(await fhir.doctor.post(both, { 'idempotency-key': 'batch' }));
    expect(answered.map(({ status }) => status)).toEqual([
      '409 Conflict',
      '424 Failed Dependency',
      '201 Created',
      '201 Created',
    ]);
    expect((await fhir.totals()).cases).toBe(before.cases + 1);
  });
});

function renamed(entry: unknown, number: number): unknown {
  return JSON.parse(JSON.stringify(entry).replaceAll('urn:uuid:encounter', `urn:uuid:encounter-${number}`));
}
