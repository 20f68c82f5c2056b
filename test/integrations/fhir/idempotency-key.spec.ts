import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { encounterBundle } from './bundles';
import { CONFLICT, CREATED, FAILED_DEPENDENCY } from './entry-statuses';
import { failureWith, listStatuses, readEntries, readFailure } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

describe('a Bundle with an Idempotency-Key', () => {
  const fhir = suiteFhir();

  it.each(['transaction', 'batch'])(
    'counts once and returns the first response again without identifiers: %s',
    async (type) => {
      const before = await fhir.countRows();
      const headers = { 'idempotency-key': `"key of a ${type}"`.replaceAll(' ', '-') };
      const first = await fhir.doctor.post(encounterBundle({ type }), headers);
      const second = await fhir.doctor.post(encounterBundle({ type }), headers);
      expect(first.headers).not.toHaveProperty('idempotency-replayed');
      expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true' });
      expect(second.body).toEqual(first.body);
      expect(listStatuses(readEntries(second))).toEqual([CREATED, CREATED]);
      expect((await fhir.countRows()).cases).toBe(before.cases + 1);
    },
  );

  it('returns 422 for other content, and may be used again after a refusal', async () => {
    const headers = { 'idempotency-key': 'another' };
    expect(
      readFailure(await fhir.doctor.post(encounterBundle({ encounter: { subject: undefined } }), headers))
        .status,
    ).toBe(422);
    readEntries(await fhir.doctor.post(encounterBundle(), headers));
    const failure = readFailure(
      await fhir.doctor.post(encounterBundle({ condition: { code: { text: 'Cholera' } } }), headers),
    );
    expect(failure).toMatchObject({ status: 422 });
    expect(failure.issues[0]?.text).toContain('Idempotency-Key');
    expect(
      readFailure(await fhir.doctor.post(encounterBundle(), { 'idempotency-key': 'two words' })),
    ).toMatchObject({ status: 400 });
  });

  it('returns 409 with Retry-After while the first request runs', async () => {
    const holder = new Client({ connectionString: fhir.platform.ownerUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE fhir_encounter IN SHARE MODE');
    const headers = { 'idempotency-key': 'slow' };
    const first = fhir.doctor.post(encounterBundle(), headers);
    let waiting = 0;
    while (waiting === 0) {
      await wait(20);
      const { rowCount } = await holder.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rowCount ?? 0;
    }
    const second = await fhir.doctor.post(encounterBundle(), headers);
    await holder.query('COMMIT');
    await holder.end();
    expect(readFailure(second)).toMatchObject(failureWith(409, 'conflict'));
    expect(second.headers).toMatchObject({ 'retry-after': '1' });
    readEntries(await first);
  });

  it('records the valid Encounters of a batch and refuses the others', async () => {
    const identifier = [{ value: 'taken' }];
    await fhir.doctor.post(encounterBundle({ encounter: { identifier } }));
    const before = await fhir.countRows();
    const bundle = encounterBundle({
      type: 'batch',
      encounter: { identifier, period: { start: '2026-03-16' } },
    });
    const more = encounterBundle({ encounter: { identifier: [{ value: 'free' }] } });
    const both = {
      ...bundle,
      entry: [bundle.entry, more.entry].flat().map((one, index) => replaceUrls(one, Math.floor(index / 2))),
    };
    const results = readEntries(await fhir.doctor.post(both, { 'idempotency-key': 'batch' }));
    expect(listStatuses(results)).toEqual([CONFLICT, FAILED_DEPENDENCY, CREATED, CREATED]);
    expect((await fhir.countRows()).cases).toBe(before.cases + 1);
  });
});

function replaceUrls(entry: unknown, number: number): unknown {
  return JSON.parse(JSON.stringify(entry).replaceAll('urn:uuid:encounter', `urn:uuid:encounter-${number}`));
}
