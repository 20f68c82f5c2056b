import type { TRPCClient } from '@trpc/client';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { AppRouter } from '../../src/app-router';
import { suitePlatform } from '../support/platform';
import { refuseWrites } from '../support/refused-writes';
import { LINKS, type LinkName, catchError, createClient } from './trpc-client';

type Api = TRPCClient<AppRouter>;
type Code = keyof typeof TRPC_ERROR_CODES_BY_KEY;

interface ErrorCase {
  readonly code: Code;
  readonly httpStatus: number;
  readonly message: string | RegExp;
  readonly path: string;
  /** What `data` has beside the usual. */
  readonly details?: object;
  /** Role of the caller; anonymous if absent. */
  readonly role?: 'user' | 'doctor' | 'admin';
  readonly call: (api: Api) => Promise<unknown>;
}

const CONSULTATION = { patientId: 'P', pathologyName: 'Malaria' };
const MISSING = '00000000-0000-4000-8000-000000000000';

const ERRORS: readonly ErrorCase[] = [
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
    call: (api) => api.consultations.record.mutate({ ...CONSULTATION, consultationDate: 'today' }),
  },
  {
    code: 'UNAUTHORIZED',
    httpStatus: 401,
    message: 'Please login (10001)',
    path: 'auth.me',
    details: { reason: 'missing' },
    call: (api) => api.auth.me.query(),
  },
  {
    code: 'FORBIDDEN',
    httpStatus: 403,
    message: 'You do not have required permission (10002)',
    path: 'health.medicationStats',
    details: { roles: ['ministry', 'admin'] },
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
  ERRORS.map((error) => ({ link, ...error, text: String(error.message) })),
);

describe('errors in a tRPC client', () => {
  // The deadline also limits the attempts to store a reply.
  const platform = suitePlatform({ CHATBOT_ANONYMOUS_PER_MINUTE: '1', CHATBOT_DEADLINE_MS: '100' });
  let origin: string;

  beforeAll(async () => {
    origin = await platform.listen();
    await refuseWrites(platform.database, 'UPDATE ON message');
    await platform.database.query('ALTER TABLE medication_units_change RENAME TO gone');
  });

  const connect = async (link: LinkName, role: ErrorCase['role']) =>
    createClient(link, { origin, ...(role && { cookie: await platform.session({ role, country: '*' }) }) });

  it.each(CASES)('$httpStatus $code over $link: $text', async (expected) => {
    const { link, code, httpStatus, message, path, details, role, call } = expected;
    const { api, responses } = await connect(link, role);
    const error = await catchError(call(api));
    const rpc = TRPC_ERROR_CODES_BY_KEY[code];
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    expect(error.data).toEqual({ code, httpStatus, path, rpc, ...details });
    expect(error.shape).toEqual({ code: rpc, message: error.message, data: error.data });
    const body = responses.at(-1)?.body;
    expect(body).toContain(JSON.stringify({ code, httpStatus, path, rpc, ...details }));
    expect(body).not.toContain('stack');
  });

  it.each(LINKS)(
    'a masked error over %s contains the request id, under which its cause is logged',
    async (link) => {
      const { api, responses } = await connect(link, 'admin');
      const error = await catchError(api.health.medicationStats.query({ year: 2026 }));
      const id = responses[0]?.headers.get('x-request-id') ?? 'none';
      expect(error.message).toContain(id);
      expect(responses[0]?.body).not.toContain('medication_units_change');
      const logLine = platform.logLines.find((text) => text.includes(id) && text.includes('42P01'));
      expect(logLine).toContain('"path":"health.medicationStats"');
    },
  );
});
