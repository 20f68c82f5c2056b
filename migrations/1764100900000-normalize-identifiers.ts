import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of claims, each with the columns that the claim in another form has, too. */
const CLAIMS = {
  consultation_claim: 'digest, country, consultation_id, is_by_spelling',
  medication_sale_claim: 'digest, country, medication_sale_id, is_by_spelling',
  fhir_encounter_claim: 'digest, country, encounter_id',
};

/** The characters of category Cf, which are refused in new ids. */
const FORMAT_CHARACTERS =
  '[\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064' +
  '\\u2066-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\U000110BD\\U000110CD\\U00013430-\\U0001343F\\U0001BCA0-\\U0001BCA3' +
  '\\U0001D173-\\U0001D17A\\U000E0001\\U000E0020-\\U000E007F]';

/** Only such texts can change, and this is quick to see. */
const isNotAscii = (column: string) => `octet_length(${column}) > char_length(${column})`;

/**
 * Lets external ids and patients' numbers that earlier releases stored as they were sent be found in normalization form C.
 * An external id in another form, or with invisible characters, is claimed in both forms, so that a retry is recognised by
 * the previous release and by this one. An id that is claimed in form C already stays as it is.
 * Patients' numbers with invisible characters stay: whether they are the same patient's as the number without is not known.
 * Commands about a patient find both.
 */
export class NormalizeIdentifiers1764100900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(CLAIMS))
      await runner.query(
        `INSERT INTO ${table} (account_id, external_id, ${columns})
         SELECT account_id, normalized, ${columns}
         FROM ${table}
         CROSS JOIN LATERAL (
           SELECT btrim(normalize(regexp_replace(external_id, '${FORMAT_CHARACTERS}', '', 'g'), NFC)) AS normalized
         ) n
         WHERE ${isNotAscii('external_id')} AND normalized <> external_id AND normalized <> ''
         ORDER BY account_id, external_id
         ON CONFLICT (account_id, external_id) DO NOTHING`,
      );
    await runner.query(`
      UPDATE consultation SET patient_id = normalize(patient_id, NFC), external_id = normalize(external_id, NFC)
      WHERE (${isNotAscii('patient_id')} AND patient_id IS NOT NFC NORMALIZED)
        OR (${isNotAscii('external_id')} AND external_id IS NOT NFC NORMALIZED)`);
    await runner.query(`
      UPDATE fhir_encounter SET patient_id = normalize(patient_id, NFC)
      WHERE ${isNotAscii('patient_id')} AND patient_id IS NOT NFC NORMALIZED`);
  }

  /** Nothing to restore: the earlier release finds the ids as they were sent. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
