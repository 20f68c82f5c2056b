import request, { type Response } from 'supertest';
import { z } from 'zod';
import { recordConsultation } from '../../contract/consultations';
import { foreignCountry, notFound } from '../../contract/failures';
import { callWithToken } from '../../modules/auth/tokens/call-with-token';
import { SigningPortal } from '../../modules/auth/tokens/signing-portal';
import { ListeningSuite } from '../../support/listening-suite';
import { type PlainCaller, failure, payload } from '../../support/plain-caller';

const NO_COUNTRY = /tied to no country \(10003\).*OAUTH_COUNTRY_CLAIM/;
const counts = z.array(z.object({ name: z.string(), count: z.number() }));

/** Calls as an administrator whose credentials name a country, or none. */
type Call = (procedure: string, input?: unknown) => Promise<Response>;

describe('an administrator', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const here = new ListeningSuite(() => portal.settings);
  afterAll(() => portal.stop());

  let kenyan: PlainCaller;
  let tanzanian: PlainCaller;

  beforeAll(async () => {
    [kenyan, tanzanian] = await Promise.all([here.doctor('KE'), here.doctor('TZ')]);
    await recordConsultation(kenyan);
    await recordConsultation(tanzanian);
  });

  /** Every way in which an administrator calls: with a session, and with an access token. */
  const CREDENTIALS: readonly (readonly [string, (country: string | null) => Promise<Call>])[] = [
    [
      'with a session',
      async (country) => {
        const caller = await here.as('admin', country);
        return (procedure, input) => caller.post(procedure, input);
      },
    ],
    [
      'with an access token',
      async (country) => {
        const scope = `role:admin${country === null ? '' : ` country:${country}`}`;
        const token = await portal.sign({ claims: { scope } });
        return (procedure, input) => callWithToken(here.platform, token, [procedure, input]);
      },
    ],
  ];

  describe.each(CREDENTIALS)('%s', (_credentials, createCall) => {
    it('of Kenya sees the statistics of Kenya only', async () => {
      const call = await createCall('KE');
      const stats = counts.parse(payload(await call('health.pathologyStats', { year: 2024 })));
      expect(stats).toEqual([{ name: 'Cholera', count: 1 }]);
      expect(payload(await call('health.countries'))).toMatchObject({
        data: { all: false, countries: ['KE'] },
      });
      const other = await call('health.pathologies', { period: '2024', country: 'TZ' });
      expect(failure(other)).toStrictEqual(foreignCountry());
    });

    it('of all countries sees the statistics of all, or of the requested one', async () => {
      const call = await createCall('*');
      const stats = counts.parse(payload(await call('health.pathologyStats', { year: 2024 })));
      expect(stats).toEqual([{ name: 'Cholera', count: 2 }]);
      payload(await call('health.pathologies', { period: '2024', country: 'TZ' }));
    });

    it('of Kenya voids consultations of Kenya only', async () => {
      const call = await createCall('KE');
      const [own, other] = [await recordConsultation(kenyan), await recordConsultation(tanzanian)];
      payload(await call('consultations.void', { id: own.id, reason: 'Recorded twice' }));
      const refused = await call('consultations.void', { id: other.id, reason: 'Recorded twice' });
      expect(failure(refused)).toStrictEqual(notFound('id: no such consultation'));
      const everywhere = await createCall('*');
      payload(await everywhere('consultations.void', { id: other.id, reason: 'Recorded twice' }));
    });

    it('of Kenya records for Kenya only', async () => {
      const call = await createCall('KE');
      const input = { patientId: 'P-2', pathologyName: 'Measles', consultationDate: '2023-05-06T07:08:09Z' };
      payload(await call('consultations.record', { ...input, country: 'KE' }));
      const refused = await call('consultations.record', { ...input, country: 'TZ' });
      expect(failure(refused)).toStrictEqual(foreignCountry());
      const everywhere = await createCall('*');
      payload(await everywhere('consultations.record', { ...input, country: 'TZ' }));
    });

    it('of Kenya does not see how replies were rated, which has no country', async () => {
      const refused = failure(await (await createCall('KE'))('chatbot.ratingStats', {}));
      expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(refused.message).toMatch(/all countries.*\(10002\)/);
      payload(await (await createCall('*'))('chatbot.ratingStats', {}));
    });
  });

  it('of Kenya reads the resources of Kenya only by FHIR', async () => {
    const ids = await Promise.all(
      [kenyan, tanzanian].map(async (doctor) => (await recordConsultation(doctor)).id),
    );
    const statusesOf = async (headers: Readonly<Record<string, string>>): Promise<number[]> => {
      const statuses: number[] = [];
      for (const type of ['Encounter', 'Condition'])
        for (const id of ids) {
          const path = `/fhir/${type}/${id}`;
          statuses.push((await request(here.platform.server).get(path).set(headers)).status);
        }
      return statuses;
    };
    const session = async (country: string | null) => ({
      cookie: await here.platform.session({ role: 'admin', country }),
    });
    const bearer = async (country: string) => ({
      authorization: `Bearer ${await portal.sign({ claims: { scope: `role:admin country:${country}` } })}`,
    });
    for (const headersOf of [session, bearer]) {
      expect(await statusesOf(await headersOf('KE'))).toEqual([200, 404, 200, 404]);
      expect(await statusesOf(await headersOf('UG'))).toEqual([404, 404, 404, 404]);
      expect(await statusesOf(await headersOf('*'))).toEqual([200, 200, 200, 200]);
    }
    expect(await statusesOf(await session(null))).toEqual([404, 404, 404, 404]);
  });

  it('without a country administers none, and learns which claim is missing', async () => {
    const caller = await here.as('admin', null);
    for (const [procedure, input] of [
      ['health.countries', undefined],
      ['health.pathologyStats', { year: 2024 }],
      ['health.pathologies', { period: '2024', country: 'KE' }],
      [
        'consultations.record',
        { patientId: 'P', pathologyName: 'Measles', consultationDate: '2023-05-06T07:08:09Z', country: 'KE' },
      ],
    ] as const) {
      const refused = failure(await caller.post(procedure, input));
      expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(refused.message).toMatch(NO_COUNTRY);
    }
    const { id } = await recordConsultation(kenyan);
    const refused = await caller.post('consultations.void', { id, reason: 'Recorded twice' });
    expect(failure(refused)).toStrictEqual(notFound('id: no such consultation'));
  });

  it('with an access token without a country is refused', async () => {
    const token = await portal.sign({ claims: { scope: 'role:admin' } });
    expect((await callWithToken(here.platform, token, ['auth.me'])).status).toBe(401);
  });

  it('who moved from Tanzania still reads and voids what the account recorded there', async () => {
    const cookie = await here.platform.session({ role: 'admin', country: 'TZ' });
    const mover = here.anyone.as(cookie);
    const { id } = await recordConsultation(mover);
    const foreign = await recordConsultation(tanzanian);
    await here.database.query(`UPDATE account SET country = 'KE' WHERE id = $1`, [
      await here.accountOf(mover),
    ]);
    const read = (path: string) => request(here.platform.server).get(`/fhir/${path}`).set({ cookie });
    expect((await read(`Encounter/${id}`)).status).toBe(200);
    expect((await read(`Encounter/${foreign.id}`)).status).toBe(404);
    payload(await mover.post('consultations.void', { id, reason: 'Recorded twice' }));
    const refused = await mover.post('consultations.void', { id: foreign.id, reason: 'Recorded twice' });
    expect(failure(refused)).toStrictEqual(notFound('id: no such consultation'));
  });

  it('sees the country of the account in exports and on the dashboard', async () => {
    const get = async (path: string, country: string | null) =>
      request(here.platform.server)
        .get(path)
        .set({ cookie: await here.platform.session({ role: 'admin', country }) });
    const table = '/api/exports/summary.csv?period=2024';
    expect((await get(`${table}&country=KE`, 'KE')).status).toBe(200);
    expect((await get(`${table}&country=TZ`, 'KE')).status).toBe(403);
    expect((await get(`${table}&country=TZ`, '*')).status).toBe(200);
    expect((await get(table, null)).status).toBe(403);
    expect((await get('/dashboard?period=2024&country=TZ', 'KE')).status).toBe(200);
    expect((await get('/dashboard?period=2024', null)).status).toBe(403);
  });
});
