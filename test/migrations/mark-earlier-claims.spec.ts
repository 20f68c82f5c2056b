import { EarlierDatabase } from './fresh-database';

const ACCOUNT = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13';

describe('the migration MarkEarlierClaims', () => {
  const database = new EarlierDatabase('MarkEarlierClaims1764100850000');

  const query = (sql: string): Promise<unknown> => database.connection.query(sql);

  it.each(['consultation', 'medication_sale'])(
    'marks the claims of each %s from before, also those in another form, and not later ones',
    async (record) => {
      const claim = (externalId: string) =>
        query(
          `INSERT INTO ${record}_claim (account_id, external_id, digest, country, ${record}_id)
           VALUES ('${ACCOUNT}', '${externalId}', sha256('content'), 'KE', uuidv7())`,
        );
      const ids = ['V-1', 'e\u0301'];
      for (const id of ids) await claim(id);
      await database.migrate();
      await claim('V-2');
      const marks = `SELECT external_id AS id FROM ${record}_claim WHERE is_by_spelling = `;
      expect(await query(`${marks} true ORDER BY external_id COLLATE "C"`)).toEqual(
        [...ids, 'é'].map((id) => ({ id })),
      );
      expect(await query(`${marks} false`)).toEqual([{ id: 'V-2' }]);
    },
  );
});
