import { UNKNOWN_COUNTRY } from '../../src/shared/country';
import { MedicationSalesService } from '../../src/modules/health/medications/medication-sales.service';
import { suitePlatform } from '../support/platform';
import { LINKS, type RecordedClient, catchError, createClient } from './trpc-client';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MALARIA = { patientId: 'P-1', pathologyName: 'paludisme', consultationDate: '2026-03-14T09:30:00Z' };

const SALE = {
  country: UNKNOWN_COUNTRY,
  medicationName: 'Amoxicillin',
  units: 7,
  soldAt: new Date('2026-05-01Z'),
} as const;

/** A stream sends its status before the calls have run. */
const MIXED_BATCH_STATUSES = {
  httpLink: [200, 200, 403],
  httpBatchLink: [207],
  httpBatchStreamLink: [200],
};

describe.each(LINKS)('a tRPC client over %s', (link) => {
  const platform = suitePlatform();
  let origin: string;

  beforeAll(async () => {
    origin = await platform.listen();
    await platform.app.get(MedicationSalesService).record([SALE]);
  });

  const connect = (cookie?: string): RecordedClient =>
    createClient(link, { origin, ...(cookie !== undefined && { cookie }) });

  it('lists the specialties without a session', async () => {
    const specialties = await connect().api.specialties.list.query();
    expect(specialties.length).toBeGreaterThanOrEqual(40);
    for (const { id, name, description } of specialties) {
      expect(id).toMatch(UUID);
      expect(name).not.toBe('');
      expect(description).not.toBe('');
    }
  });

  it('records two sales that are one object', async () => {
    const { api } = connect(await platform.session({ role: 'pharmacist', country: 'KE' }));
    const sale = { medicationName: 'Ibuprofen', units: 7, soldAt: '2019-05-01T00:00:00Z' };
    const { data } = await api.health.recordMedicationSales.mutate({ sales: [sale, sale] });
    expect(data).toEqual({ recorded: 2, alreadyRecorded: 0 });
  });

  it('continues a conversation with the assistant and rates a reply', async () => {
    const { api } = connect();
    const first = await api.chatbot.sendMessage.mutate({ message: 'I have a skin rash' });
    expect(first.response).toMatch(/dermatology/i);
    const { conversationId } = first;
    const second = await api.chatbot.sendMessage.mutate({ message: 'J’ai mal à la tête', conversationId });
    expect(second.conversationId).toBe(conversationId);
    const { messageId } = second;
    await expect(api.chatbot.rateResponse.mutate({ messageId, rating: false })).resolves.toEqual({
      success: true,
      data: { messageId, rating: false, reason: null, comment: null },
    });
  });

  it('starts a new conversation if conversationId is null or undefined', async () => {
    const { api } = connect();
    const [first, second] = [
      await api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: null }),
      await api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: undefined }),
    ];
    expect(first.conversationId).toMatch(UUID);
    expect(second.conversationId).not.toBe(first.conversationId);
  });

  it('returns the account of the session', async () => {
    const account = { role: 'pharmacist', email: 'wanjiru@example.org', name: 'Wanjirũ' } as const;
    const user = await connect(await platform.session(account)).api.auth.me.query();
    expect(user.id).toMatch(UUID);
    expect(user).toMatchObject(account);
  });

  it('records a consultation that the statistics count', async () => {
    const doctor = connect(await platform.session({ role: 'doctor' }));
    const admin = connect(await platform.session({ role: 'admin', country: '*' }));
    const { success, data } = await doctor.api.consultations.record.mutate(MALARIA);
    expect(success).toBe(true);
    const consultationDate = '2026-03-14T09:30:00.000Z';
    expect(data).toMatchObject({ patientId: 'P-1', pathologyName: 'Malaria', consultationDate });
    const counted = [{ name: 'Malaria', count: 1 }];
    await expect(admin.api.health.pathologyStats.query({ year: 2026, month: 3 })).resolves.toEqual(counted);
    await expect(admin.api.health.pathologyStats.query({ year: 2026 })).resolves.toEqual(counted);
    await expect(admin.api.health.pathologyStats.query({ year: 2026, month: 4 })).resolves.toEqual([]);
  });

  it('returns the medication statistics', async () => {
    const { api } = connect(await platform.session({ role: 'admin', country: '*' }));
    const sold = { success: true, data: [{ name: 'Amoxicillin', unitsSold: 7 }] };
    await expect(api.health.medicationStats.query({ year: 2026 })).resolves.toEqual(sold);
    const inKenya = api.health.medicationStats.query({ year: 2026, country: 'ken' });
    await expect(inKenya).resolves.toEqual({ success: true, data: [] });
  });

  it('sends queries by POST if configured', async () => {
    const cookie = await platform.session({ role: 'admin', country: '*' });
    const { api, responses } = createClient(link, { origin, cookie, methodOverride: 'POST' });
    await expect(api.auth.me.query()).resolves.toMatchObject({ role: 'admin' });
    await expect(api.health.medicationStats.query({ year: 2026 })).resolves.toMatchObject({ success: true });
    expect(responses.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('ends the session and clears the cookie on logout', async () => {
    const cookie = await platform.session({ role: 'user' });
    const { api, responses } = connect(cookie);
    await expect(api.auth.logout.mutate()).resolves.toEqual({ success: true });
    expect(responses[0]?.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0;/)]);
    const { data } = await catchError(api.auth.me.query());
    expect(data?.code).toBe('UNAUTHORIZED');
  });

  it('gets 401 and a cleared cookie for an invalid session, also on a public procedure', async () => {
    for (const cookie of [`session=${'x'.repeat(43)}`, 'session=short']) {
      const { api, responses } = connect(cookie);
      const error = await catchError(api.specialties.list.query());
      expect(error.message).toBe('Please login (10001)');
      expect(error.data).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, path: 'specialties.list' });
      expect(responses[0]?.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0;/)]);
    }
  });

  it('gets a separate result for each call of a batch', async () => {
    const { api, responses } = connect(await platform.session({ role: 'doctor' }));
    const [me, forbidden, list] = await Promise.allSettled([
      api.auth.me.query(),
      api.health.pathologyStats.query({ year: 2026 }),
      api.specialties.list.query(),
    ]);
    expect(me).toMatchObject({ status: 'fulfilled', value: { role: 'doctor' } });
    expect(forbidden).toMatchObject({
      status: 'rejected',
      reason: { data: { code: 'FORBIDDEN', httpStatus: 403 } },
    });
    expect(list.status).toBe('fulfilled');
    const statuses = responses.map(({ status }) => status);
    expect(statuses.sort()).toEqual(MIXED_BATCH_STATUSES[link]);
  });

  it('gets the results of thirty concurrent calls', async () => {
    const { api } = connect();
    const lists = await Promise.all(Array.from({ length: 30 }, () => api.specialties.list.query()));
    expect(new Set(lists.map((list) => list.length)).size).toBe(1);
  });
});

describe('a tRPC client that requests a stream with the accept header', () => {
  const platform = suitePlatform();

  it('gets one streamed response', async () => {
    const connection = { origin: await platform.listen(), streamHeader: 'accept' } as const;
    const { api, responses } = createClient('httpBatchStreamLink', connection);
    const [list, error] = await Promise.all([api.specialties.list.query(), catchError(api.auth.me.query())]);
    expect(list.length).toBeGreaterThanOrEqual(40);
    expect(error.data?.code).toBe('UNAUTHORIZED');
    expect(responses).toHaveLength(1);
  });
});
