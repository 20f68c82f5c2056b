import { EarlierDatabase } from './fresh-database';

const ACCOUNT = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13';
const COMPOSED = 'café-1';
const DECOMPOSED = 'cafe\u0301-1';
/** Composed in part, as some keyboards write Yoruba. */
const MIXED = 'É\u0323-2';

describe('the migration NormalizeIdentifiers', () => {
  const database = new EarlierDatabase('NormalizeIdentifiers1764100900000');

  const query = (sql: string, parameters: unknown[] = []): Promise<unknown> =>
    database.connection.query(sql, parameters);

  const claim = (externalId: string) =>
    query(
      `WITH c AS (
         INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_by, external_id)
         SELECT 'KE', id, $2, now(), $1, $2 FROM pathology WHERE scope = '*' AND key = 'malaria' RETURNING id
       )
       INSERT INTO consultation_claim (account_id, external_id, digest, country, consultation_id)
       SELECT $1, $2, sha256('content'), 'KE', id FROM c`,
      [ACCOUNT, externalId],
    );

  const listClaims = () =>
    query(
      `SELECT k.external_id AS claimed, c.external_id AS recorded, c.patient_id AS patient
       FROM consultation_claim k JOIN consultation c ON c.id = k.consultation_id ORDER BY c.id, k.external_id COLLATE "C"`,
    );

  it('claims ids in both forms, and stores patients’ numbers in normalization form C', async () => {
    for (const id of ['V-1', DECOMPOSED, MIXED]) await claim(id);
    await database.migrate();
    const normalized = MIXED.normalize('NFC');
    const expected = [
      { claimed: 'V-1', recorded: 'V-1', patient: 'V-1' },
      { claimed: DECOMPOSED, recorded: COMPOSED, patient: COMPOSED },
      { claimed: COMPOSED, recorded: COMPOSED, patient: COMPOSED },
      { claimed: MIXED, recorded: normalized, patient: normalized },
      { claimed: normalized, recorded: normalized, patient: normalized },
    ];
    expect(await listClaims()).toEqual(expected);
    await database.revert();
    await database.migrate();
    expect(await listClaims()).toEqual(expected);
  });

  it('keeps both records of an id that was recorded in both forms', async () => {
    for (const id of [COMPOSED, DECOMPOSED]) await claim(id);
    await database.migrate();
    expect(await listClaims()).toEqual([
      { claimed: COMPOSED, recorded: COMPOSED, patient: COMPOSED },
      { claimed: DECOMPOSED, recorded: COMPOSED, patient: COMPOSED },
    ]);
  });

  it('claims ids without their invisible characters, and leaves patients’ numbers with them', async () => {
    await claim('V\u200b-3');
    await database.migrate();
    const stored = { recorded: 'V\u200b-3', patient: 'V\u200b-3' };
    expect(await listClaims()).toEqual([
      { claimed: 'V-3', ...stored },
      { claimed: 'V\u200b-3', ...stored },
    ]);
  });

  it('normalizes claims of sales, and Encounters with their claims', async () => {
    const values = [ACCOUNT, DECOMPOSED];
    await query(
      `INSERT INTO medication_sale_claim (account_id, external_id, digest, country, medication_sale_id)
       VALUES ($1, $2, sha256('sale'), 'KE', gen_random_uuid())`,
      values,
    );
    await query(
      `WITH e AS (
         INSERT INTO fhir_encounter (country, patient_id, started_at, content, recorded_by)
         VALUES ('KE', $2, now(), '{}', $1) RETURNING id
       )
       INSERT INTO fhir_encounter_claim (account_id, external_id, digest, country, encounter_id)
       SELECT $1, $2, sha256('encounter'), 'KE', id FROM e`,
      values,
    );
    await database.migrate();
    for (const table of ['medication_sale_claim', 'fhir_encounter_claim'])
      expect(await query(`SELECT external_id AS id FROM ${table} ORDER BY external_id COLLATE "C"`)).toEqual([
        { id: DECOMPOSED },
        { id: COMPOSED },
      ]);
    expect(await query('SELECT patient_id AS id FROM fhir_encounter')).toEqual([{ id: COMPOSED }]);
  });
});
