import type { TRPCClient } from '@trpc/client';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { AppRouter } from '../../src/app-router';
import { type Platform, startPlatform } from '../support/platform';
import { LINKS, type LinkName, clientOver, refusalOf } from './genuine-client';

type Api = TRPCClient<AppRouter>;
type Code = keyof typeof TRPC_ERROR_CODES_BY_KEY;

interface Refusal {
  readonly code: Code;
  readonly httpStatus: number;
  readonly message: string | RegExp;
  readonly path: string;
  /** Who calls; nobody when absent. */
  readonly role?: 'user' | 'doctor' | 'admin';
  readonly call: (api: Api) => Promise<unknown>;
}

const MISSING = '00000000-0000-4000-8000-000000000000';

const REFUSALS: readonly Refusal[] = [
  {
    code: 'BAD_REQUEST',
    httpStatus: 400,
    message: 'month: expected a month from 1 to 12',
    path: 'health.pathologyStats',
    role: 'admin',
    call: (api) => api.health.pathologyStats.query({ year: 2026, month: 13 }),
  },
  {
    code: 'BAD_REQUEST',
    httpStatus: 400,
    message: 'consultationDate: expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z',
    path: 'consultations.record',
    role: 'doctor',
    call: (api) =>
      api.consultations.record.mutate({
        patientId: 'P',
        pathologyName: 'Malaria',
        consultationDate: 'today',
      }),
  },
  {
    code: 'UNAUTHORIZED',
    httpStatus: 401,
    message: 'Please login (10001)',
    path: 'auth.me',
    call: (api) => api.auth.me.query(),
  },
  {
    code: 'FORBIDDEN',
    httpStatus: 403,
    message: 'You do not have required permission (10002)',
    path: 'health.medicationStats',
    role: 'doctor',
    call: (api) => api.health.medicationStats.query({ year: 2026 }),
  },
  {
    code: 'NOT_FOUND',
    httpStatus: 404,
    message: 'messageId: no such reply',
    path: 'chatbot.rateResponse',
    call: (api) => api.chatbot.rateResponse.mutate({ messageId: MISSING, rating: true }),
  },
  {
    code: 'NOT_FOUND',
    httpStatus: 404,
    message: 'conversationId: no such conversation',
    path: 'chatbot.sendMessage',
    role: 'user',
    call: (api) => api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: 'not-a-uuid' }),
  },
  {
    code: 'TOO_MANY_REQUESTS',
    httpStatus: 429,
    message: /^Too many messages without a session; try again in \d+ seconds, or sign in$/,
    path: 'chatbot.sendMessage',
    call: async (api) => {
      await api.chatbot.sendMessage.mutate({ message: 'Hello' }).catch(() => undefined);
      return api.chatbot.sendMessage.mutate({ message: 'Hello' });
    },
  },
  {
    code: 'INTERNAL_SERVER_ERROR',
    httpStatus: 500,
    message:
      /^The assistant could not answer just now\. Your message was kept: go on in conversation \S+\. \(request [\w-]+\)$/,
    path: 'chatbot.sendMessage',
    role: 'user',
    call: (api) => api.chatbot.sendMessage.mutate({ message: 'Hello' }),
  },
  {
    code: 'INTERNAL_SERVER_ERROR',
    httpStatus: 500,
    message: /^Something went wrong on our side\. Please quote request \S+\.$/,
    path: 'health.medicationStats',
    role: 'admin',
    call: (api) => api.health.medicationStats.query({ year: 2026 }),
  },
];

const CASES = LINKS.flatMap((link) =>
  REFUSALS.map((refusal) => ({ link, ...refusal, says: String(refusal.message) })),
);

describe('errors that reach a genuine client', () => {
  let platform: Platform;
  let origin: string;

  beforeAll(async () => {
    platform = await startPlatform({
      CHATBOT_ANONYMOUS_PER_MINUTE: '1',
      // How long a reply is tried to be stored.
      CHATBOT_DEADLINE_MS: '100',
    });
    origin = await platform.listen();
    await platform.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$`,
    );
    await platform.database.query(
      'CREATE TRIGGER t BEFORE UPDATE ON message FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    await platform.database.query('ALTER TABLE medication_daily_units RENAME TO gone');
  });

  afterAll(async () => {
    await platform.close();
  });

  const connect = async (link: LinkName, role: Refusal['role']) =>
    clientOver(link, { origin, ...(role && { cookie: await platform.session({ role }) }) });

  it.each(CASES)('$httpStatus $code over $link: $says', async (expected) => {
    const { link, code, httpStatus, message, path, role, call } = expected;
    const { api, answers } = await connect(link, role);
    const refusal = await refusalOf(call(api));
    const rpc = TRPC_ERROR_CODES_BY_KEY[code];
    if (typeof message === 'string') expect(refusal.message).toBe(message);
    else expect(refusal.message).toMatch(message);
    expect(refusal.data).toEqual({ code, httpStatus, path, rpc });
    expect(refusal.shape).toEqual({ code: rpc, message: refusal.message, data: refusal.data });
    const body = answers.at(-1)?.body;
    expect(body).toContain(JSON.stringify({ code, httpStatus, path, rpc }));
    expect(body).not.toContain('stack');
  });

  it.each(LINKS)(
    'names the request in a masked error over %s, and logs its cause under that id',
    async (link) => {
      const { api, answers } = await connect(link, 'admin');
      const refusal = await refusalOf(api.health.medicationStats.query({ year: 2026 }));
      const id = answers[0]?.headers.get('x-request-id') ?? 'none';
      expect(refusal.message).toContain(id);
      expect(answers[0]?.body).not.toContain('medication_daily_units');
      const line = platform.logLines.find((text) => text.includes(id) && text.includes('42P01'));
      expect(line).toContain('"path":"health.medicationStats"');
    },
  );
});
