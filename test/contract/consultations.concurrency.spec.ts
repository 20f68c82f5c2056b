import type { Response } from 'supertest';
import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, payload } from '../support/plain-caller';

const CONSULTATION = { patientId: 'P-1', consultationDate: '2024-05-06T07:08:09Z' };

interface Stored {
  readonly name: string;
  readonly consultations: number;
  readonly cases: number;
}

describe('consultations.record with concurrent calls', () => {
  let platform: Platform;
  let twin: Platform;
  let callers: readonly PlainCaller[];

  beforeAll(async () => {
    platform = await startPlatform();
    twin = await startPlatform({ DATABASE_URL: platform.databaseUrl });
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    callers = [
      new PlainCaller(await platform.listen(), cookie),
      new PlainCaller(await twin.listen(), cookie),
    ];
  });

  afterAll(async () => {
    await twin.close();
    await platform.close();
  });

  function recordAll(names: readonly string[], by: readonly PlainCaller[]): Promise<Response[]> {
    return Promise.all(
      names.flatMap((pathologyName, index) => {
        const caller = by[index % by.length];
        return caller ? [caller.post('consultations.record', { ...CONSULTATION, pathologyName })] : [];
      }),
    );
  }

  /** Returns the pathologies with a similar name, with their consultations and counted cases. */
  function findStored(like: string): Promise<Stored[]> {
    return platform.database.query<Stored[]>(
      `SELECT p.name,
              (SELECT count(*)::integer FROM consultation c WHERE c.pathology_id = p.id) AS consultations,
              (SELECT sum(cases)::integer FROM pathology_daily_count d WHERE d.pathology_id = p.id) AS cases
       FROM pathology p WHERE p.name ILIKE $1 ORDER BY p.name`,
      [like],
    );
  }

  it.each([
    ['one process', 1, 'Kisumu fever'],
    ['two processes on one database', 2, 'Mombasa fever'],
  ])('creates a new name once and records all consultations, through %s', async (_case, processes, name) => {
    const responses = await recordAll(Array<string>(64).fill(name), callers.slice(0, processes));
    for (const response of responses) payload(response);
    expect(await findStored(name)).toEqual([{ name, consultations: 64, cases: 64 }]);
  });

  it('creates several new names once each, in different spellings', async () => {
    const spellings = ['Ziwa fever', 'ZIWA FEVER', 'Ziwa  fevér', 'Bonde fever', 'bonde-fever'];
    const responses = await recordAll(
      Array.from({ length: 60 }, (_none, index) => spellings[index % spellings.length] ?? ''),
      callers,
    );
    for (const response of responses) payload(response);
    const [bonde, ziwa, ...others] = [...(await findStored('bonde%')), ...(await findStored('ziwa%'))];
    expect(others).toEqual([]);
    expect(bonde).toMatchObject({ consultations: 24, cases: 24 });
    expect(ziwa).toMatchObject({ consultations: 36, cases: 36 });
  });

  it('counts 200 consultations of known names correctly', async () => {
    const names = ['Cholera', 'Malaria', 'paludisme', 'Measles'];
    const responses = await recordAll(
      Array.from({ length: 200 }, (_none, index) => names[index % names.length] ?? ''),
      callers,
    );
    for (const response of responses) payload(response);
    expect([
      ...(await findStored('cholera')),
      ...(await findStored('malaria')),
      ...(await findStored('measles')),
    ]).toEqual([
      { name: 'Cholera', consultations: 50, cases: 50 },
      { name: 'Malaria', consultations: 100, cases: 100 },
      { name: 'Measles', consultations: 50, cases: 50 },
    ]);
  });
});
