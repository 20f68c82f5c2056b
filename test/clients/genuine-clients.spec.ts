import { UNKNOWN_COUNTRY } from '../../src/shared/country';
import { MedicationSalesService } from '../../src/modules/health/medications/medication-sales.service';
import { type Platform, startPlatform } from '../support/platform';
import { type GenuineClient, LINKS, clientOver, refusalOf } from './genuine-client';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MALARIA = { patientId: 'P-1', pathologyName: 'paludisme', consultationDate: '2026-03-14T09:30:00Z' };

/** Separate requests, one answer for all, and an answer whose status leaves before the calls have run. */
const STATUSES_OF_A_MIXED_BATCH = {
  httpLink: [200, 200, 403],
  httpBatchLink: [207],
  httpBatchStreamLink: [200],
};

describe.each(LINKS)('a genuine client over %s', (link) => {
  let platform: Platform;
  let origin: string;

  beforeAll(async () => {
    platform = await startPlatform();
    origin = await platform.listen();
    await platform.app.get(MedicationSalesService).record([
      {
        country: UNKNOWN_COUNTRY,
        medicationName: 'Amoxicillin',
        units: 7,
        soldAt: new Date('2026-05-01Z'),
      },
    ]);
  });

  afterAll(async () => {
    await platform.close();
  });

  const connect = (cookie?: string): GenuineClient =>
    clientOver(link, { origin, ...(cookie !== undefined && { cookie }) });

  it('lists the specialties without a session', async () => {
    const specialties = await connect().api.specialties.list.query();
    expect(specialties.length).toBeGreaterThanOrEqual(40);
    for (const { id, name, description } of specialties) {
      expect(id).toMatch(UUID);
      expect(name).not.toBe('');
      expect(description).not.toBe('');
    }
  });

  it('converses with the assistant and rates its reply', async () => {
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

  it('takes a conversation that is null, and one that is undefined, for a new one', async () => {
    const { api } = connect();
    const [first, second] = [
      await api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: null }),
      await api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: undefined }),
    ];
    expect(first.conversationId).toMatch(UUID);
    expect(second.conversationId).not.toBe(first.conversationId);
  });

  it('says who is signed in', async () => {
    const cookie = await platform.session({
      role: 'pharmacist',
      email: 'wanjiru@example.org',
      name: 'Wanjirũ',
    });
    const user = await connect(cookie).api.auth.me.query();
    expect(user.id).toMatch(UUID);
    expect(user).toMatchObject({ email: 'wanjiru@example.org', name: 'Wanjirũ', role: 'pharmacist' });
  });

  it('records a consultation, which the statistics then count', async () => {
    const doctor = connect(await platform.session({ role: 'doctor' }));
    const admin = connect(await platform.session({ role: 'admin' }));
    const { success, data } = await doctor.api.consultations.record.mutate(MALARIA);
    expect(success).toBe(true);
    expect(data).toMatchObject({
      patientId: 'P-1',
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00.000Z',
    });
    const counted = [{ name: 'Malaria', count: 1 }];
    await expect(admin.api.health.pathologyStats.query({ year: 2026, month: 3 })).resolves.toEqual(counted);
    await expect(admin.api.health.pathologyStats.query({ year: 2026 })).resolves.toEqual(counted);
    await expect(admin.api.health.pathologyStats.query({ year: 2026, month: 4 })).resolves.toEqual([]);
  });

  it('reads the medication statistics', async () => {
    const { api } = connect(await platform.session({ role: 'admin' }));
    const sold = { success: true, data: [{ name: 'Amoxicillin', unitsSold: 7 }] };
    await expect(api.health.medicationStats.query({ year: 2026 })).resolves.toEqual(sold);
    await expect(api.health.medicationStats.query({ year: 2026, country: 'ken' })).resolves.toEqual({
      success: true,
      data: [],
    });
  });

  it('sends queries by POST where it is told to', async () => {
    const cookie = await platform.session({ role: 'admin' });
    const { api, answers } = clientOver(link, { origin, cookie, methodOverride: 'POST' });
    await expect(api.auth.me.query()).resolves.toMatchObject({ role: 'admin' });
    await expect(api.health.medicationStats.query({ year: 2026 })).resolves.toMatchObject({ success: true });
    expect(answers.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('ends the session at logout and has the browser forget it', async () => {
    const cookie = await platform.session({ role: 'user' });
    const { api, answers } = connect(cookie);
    await expect(api.auth.logout.mutate()).resolves.toEqual({ success: true });
    expect(answers[0]?.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0;/)]);
    const { data } = await refusalOf(api.auth.me.query());
    expect(data?.code).toBe('UNAUTHORIZED');
  });

  it('is refused, and told to forget it, with a session that is not valid, on public procedures too', async () => {
    for (const cookie of [`session=${'x'.repeat(43)}`, 'session=short']) {
      const { api, answers } = connect(cookie);
      const refusal = await refusalOf(api.specialties.list.query());
      expect(refusal.message).toBe('Please login (10001)');
      expect(refusal.data).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, path: 'specialties.list' });
      expect(answers[0]?.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0;/)]);
    }
  });

  it('has each call of a batch succeed or fail on its own', async () => {
    const { api, answers } = connect(await platform.session({ role: 'doctor' }));
    const [me, bad, list] = await Promise.allSettled([
      api.auth.me.query(),
      api.health.pathologyStats.query({ year: 2026 }),
      api.specialties.list.query(),
    ]);
    expect(me).toMatchObject({ status: 'fulfilled', value: { role: 'doctor' } });
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: { data: { code: 'FORBIDDEN', httpStatus: 403 } },
    });
    expect(list.status).toBe('fulfilled');
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort()).toEqual(STATUSES_OF_A_MIXED_BATCH[link]);
  });

  it('reads every one of thirty calls that it makes at once', async () => {
    const { api } = connect();
    const lists = await Promise.all(Array.from({ length: 30 }, () => api.specialties.list.query()));
    expect(new Set(lists.map((list) => list.length)).size).toBe(1);
  });
});

describe('a genuine client that asks for a stream by the header accept', () => {
  it('is answered with one', async () => {
    const platform = await startPlatform();
    try {
      const origin = await platform.listen();
      const { api, answers } = clientOver('httpBatchStreamLink', { origin, streamHeader: 'accept' });
      const [list, refusal] = await Promise.all([
        api.specialties.list.query(),
        refusalOf(api.auth.me.query()),
      ]);
      expect(list.length).toBeGreaterThanOrEqual(40);
      expect(refusal.data?.code).toBe('UNAUTHORIZED');
      expect(answers).toHaveLength(1);
    } finally {
      await platform.close();
    }
  });
});
