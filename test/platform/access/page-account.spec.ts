import request, { type Response } from 'supertest';
import { z } from 'zod';
import { completes } from '../../support/model-server';
import { LOGIN_REQUIRED, type PlainCaller, failure, payload } from '../../support/plain-caller';
import { start } from '../../modules/chatbot/replies/conversation';
import { RepliesScenario } from '../../modules/chatbot/replies/replies-scenario';

const EMERGENCY = 'My husband has crushing chest pain and cannot breathe';
const LIST = '?input=%7B%7D';

describe('a call of a page', () => {
  const scenario = RepliesScenario.suite();
  let cookie: string, other: string, account: string, caller: PlainCaller;

  beforeAll(async () => {
    scenario.model.behave(completes('Drink.'));
    [cookie, other] = await Promise.all([
      scenario.platform.session({ role: 'ministry', country: 'KE', email: 'a@example.org' }),
      scenario.platform.session({ role: 'ministry', country: '*', email: 'b@example.org' }),
    ]);
    caller = scenario.anyone.as(cookie);
    const me = z.object({ id: z.string() });
    account = me.parse(payload(await caller.get('auth.me'))).id;
  });

  const headers = (session: string, pageAccount = account) => ({
    cookie: session,
    'page-account': pageAccount,
  });

  const get = (path: string, sent: Readonly<Record<string, string>>): request.Test =>
    request(scenario.origin).get(path).set(sent);

  const reasonOf = ({ text }: Response): unknown => /"reason":"(\w+)"/.exec(text)?.[1];

  const expectRefused = (response: Response, reason = 'other_account'): void => {
    expect(failure(response)).toEqual(LOGIN_REQUIRED);
    expect(reasonOf(response)).toBe(reason);
    expect(response.headers['set-cookie']).toBeUndefined();
  };

  const countMessages = async (): Promise<number> => {
    const rows = await scenario.platform.database.query<unknown[]>('SELECT FROM message');
    return rows.length;
  };

  const views = async (session: string): Promise<unknown> => {
    const saved = z.object({ data: z.array(z.unknown()) });
    return saved.parse(payload(await scenario.anyone.as(session).get('views.list'))).data;
  };

  it('is answered if the session is that of the page’s account', async () => {
    expect(payload(await get('/api/trpc/auth.me', headers(cookie)))).toMatchObject({ id: account });
    expect((await get(`/api/trpc/specialties.list${LIST}`, headers(cookie))).status).toBe(200);
    const view = { name: 'Own', query: '?period=2026-03' };
    payload(await caller.post('views.save', view, headers(cookie)));
    expect(await views(cookie)).toHaveLength(1);
    expect((await get('/api/exports/summary.csv?period=2026-03', headers(cookie))).status).toBe(200);
  });

  it('is answered without the header, whatever the session', async () => {
    expect((await get('/api/trpc/auth.me', { cookie: other })).status).toBe(200);
    expect((await get(`/api/trpc/specialties.list${LIST}`, {})).status).toBe(200);
  });

  it.each(['auth.me', 'views.list', `specialties.list${LIST}`])(
    'is refused with the session of another account: %s',
    async (query) => {
      expectRefused(await get(`/api/trpc/${query}`, headers(other)));
    },
  );

  it('changes nothing with the session of another account', async () => {
    const page = scenario.anyone.as(other);
    const view = { name: 'Foreign', query: '?period=2026-03' };
    expectRefused(await page.post('views.save', view, headers(other)));
    expect(await views(other)).toEqual([]);
    const before = await countMessages();
    expectRefused(await page.post('chatbot.startReply', { message: 'I cough' }, headers(other)));
    expectRefused(await page.post('auth.logout', undefined, headers(other)));
    expect(await countMessages()).toBe(before);
    expect((await page.get('auth.me')).status).toBe(200);
  });

  it('exports nothing with the session of another account', async () => {
    const refused = await get('/api/exports/summary.csv?period=2026-03', headers(other));
    expect([refused.status, reasonOf(refused)]).toEqual([401, 'other_account']);
    const linked = await get(`/api/exports/summary.csv?period=2026-03&pageAccount=${account}`, {
      cookie: other,
    });
    expect([linked.status, reasonOf(linked)]).toEqual([401, 'other_account']);
    const own = await get(`/api/exports/summary.csv?period=2026-03&pageAccount=${account}`, { cookie });
    expect(own.status).toBe(200);
  });

  it('refuses an export that names several accounts', async () => {
    const path = `/api/exports/summary.csv?period=2026-03&pageAccount=${account}&pageAccount=${account}`;
    const { status, text } = await get(path, { cookie });
    expect([status, text]).toEqual([400, expect.stringContaining('pageAccount')]);
  });

  it('streams no reply with the session of another account', async () => {
    const { messageId } = await start(scenario.anyone, { message: 'I cough' });
    const input = encodeURIComponent(JSON.stringify({ json: { messageId } }));
    const path = `/api/trpc/chatbot.reply?input=${input}`;
    expectRefused(await get(path, headers(other)));
    const own = await get(path, headers(cookie));
    expect(own.text).toContain('"type":"completed"');
    const batch = await fetch(`${scenario.origin}/api/trpc/auth.me?batch=1&input=%7B%7D`, {
      headers: { ...headers(other), 'trpc-accept': 'application/jsonl' },
    });
    const lines = await batch.text();
    expect(lines).toContain('other_account');
    expect(lines).not.toContain('b@example.org');
  });

  it('is refused without a session, and a page without an account with one', async () => {
    const message = { message: 'I cough' };
    const before = await countMessages();
    const lost = { 'page-account': account };
    expectRefused(await scenario.anyone.post('chatbot.startReply', message, lost), 'missing');
    const anonymousPage = { 'page-account': 'none' };
    expectRefused(await caller.post('chatbot.startReply', message, anonymousPage));
    expect(await countMessages()).toBe(before);
    const sent = await scenario.anyone.post('chatbot.sendMessage', message, anonymousPage);
    expect(sent.status).toBe(200);
  });

  it('gets its advice in an emergency, which is not stored', async () => {
    const before = await countMessages();
    const sent = await scenario.anyone
      .as(other)
      .post('chatbot.sendMessage', { message: EMERGENCY }, headers(other));
    expect(payload(sent)).toMatchObject({ urgency: 'emergency' });
    expect(await countMessages()).toBe(before);
    const invalid = { message: EMERGENCY, country: 5 };
    const refused = await scenario.anyone.as(other).post('chatbot.startReply', invalid, headers(other));
    expect(failure(refused).message).toMatch(/\n\nPlease login \(10001\)$/);
  });
});
