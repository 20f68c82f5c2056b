import { recordConsultation } from './consultations';
import { TwinSuite } from './twin-suite';
import { ALL_CASES } from '../support/daily-counts';

interface Stored {
  readonly name: string;
  readonly consultations: number;
  readonly cases: number;
}

describe('consultations.record with concurrent calls', () => {
  const here = new TwinSuite('doctor');

  /** Records the names at the same time, through one process or both. */
  async function recordAll(names: readonly string[], processes = 2): Promise<void> {
    const calls = names.map((pathologyName, index) =>
      recordConsultation(here.caller(index % processes), { pathologyName }),
    );
    await Promise.all(calls);
  }

  /** Returns the pathologies with a similar name, with their consultations and counted cases. */
  function findStored(like: string): Promise<Stored[]> {
    return here.database.query<Stored[]>(
      `WITH c AS MATERIALIZED (SELECT pathology_id, count(*) AS consultations FROM consultation GROUP BY 1),
              d AS MATERIALIZED (SELECT pathology_id, sum(cases) AS cases FROM ${ALL_CASES} d GROUP BY 1)
       SELECT p.name, c.consultations::integer, d.cases::integer
       FROM pathology p
       LEFT JOIN c ON c.pathology_id = p.id
       LEFT JOIN d ON d.pathology_id = p.id
       WHERE p.name ILIKE $1 ORDER BY p.name`,
      [like],
    );
  }

  it.each([
    ['one process', 1, 'Kisumu fever'],
    ['two processes on one database', 2, 'Mombasa fever'],
  ])('creates a new name once and records all consultations, through %s', async (_case, processes, name) => {
    await recordAll(Array<string>(64).fill(name), processes);
    expect(await findStored(name)).toEqual([{ name, consultations: 64, cases: 64 }]);
  });

  it('creates several new names once each, in different spellings', async () => {
    const spellings = ['Ziwa fever', 'ZIWA FEVER', 'Ziwa  fevér', 'Bonde fever', 'bonde-fever'];
    await recordAll(Array<string[]>(12).fill(spellings).flat());
    const [bonde, ziwa, ...others] = [...(await findStored('bonde%')), ...(await findStored('ziwa%'))];
    expect(others).toEqual([]);
    expect(bonde).toMatchObject({ consultations: 24, cases: 24 });
    expect(ziwa).toMatchObject({ consultations: 36, cases: 36 });
  });

  it('counts 200 consultations of known names correctly', async () => {
    const names = ['Cholera', 'Malaria', 'paludisme', 'Measles'];
    await recordAll(Array<string[]>(50).fill(names).flat());
    const stored = await Promise.all(['cholera', 'malaria', 'measles'].map(findStored));
    expect(stored.flat()).toEqual([
      { name: 'Cholera', consultations: 50, cases: 50 },
      { name: 'Malaria', consultations: 100, cases: 100 },
      { name: 'Measles', consultations: 50, cases: 50 },
    ]);
  });
});
