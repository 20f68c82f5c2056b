import { randomUUID } from 'node:crypto';
import { until } from '../../support/until';
import { ModelServer, completes } from '../../support/model-server';
import { type Platform, startPlatform } from '../../support/platform';
import { KeyedCaller, responseOf } from './keyed-caller';

const EMERGENCY = { message: 'I have crushing chest pain and I cannot breathe' };
const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'];

describe('a message with an idempotency key if the database fails', () => {
  let model: ModelServer;
  let platform: Platform;
  let callers: readonly KeyedCaller[];

  beforeAll(async () => {
    model = await ModelServer.start();
    model.behave(completes('Go now.'));
    platform = await startPlatform({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CHATBOT_ANONYMOUS_PER_MINUTE: '1000',
    });
    const origin = await platform.listen();
    callers = [new KeyedCaller(origin), new KeyedCaller(origin, await platform.session({ role: 'user' }))];
  });

  afterAll(async () => {
    await platform.close();
    await model.close();
  });

  async function isFree(key: string): Promise<boolean> {
    const rows = await platform.database.query<unknown[]>('SELECT FROM idempotent_answer WHERE key = $1', [
      key,
    ]);
    return rows.length === 0;
  }

  /** Runs work while the database refuses responses that do not meet a condition. */
  async function withConstraint(condition: string, work: () => Promise<void>): Promise<void> {
    await platform.database.query(
      `ALTER TABLE idempotent_answer ADD CONSTRAINT only_some CHECK (${condition}) NOT VALID`,
    );
    try {
      await work();
    } finally {
      await platform.database.query('ALTER TABLE idempotent_answer DROP CONSTRAINT only_some');
    }
  }

  describe.each(PROCEDURES)('to %s', (procedure) => {
    it.each([
      ['response is not stored', 'body IS NULL'],
      ['key is not claimed', 'false'],
    ])('is answered if its %s, and answered anew when it is retried', async (_case, condition) => {
      for (const caller of callers) {
        const key = randomUUID();
        await withConstraint(condition, async () => {
          for (let sent = 0; sent < 2; sent += 1) {
            const reply = await caller.send(procedure, EMERGENCY, key);
            expect(responseOf(reply)).toMatchObject({ status: 200, replayed: false });
            expect(reply.text).toContain('"urgency":"emergency"');
            await until('the key is free', () => isFree(key));
          }
        });
        const later = await caller.send(procedure, EMERGENCY, key);
        expect(responseOf(later)).toMatchObject({ status: 200, replayed: false });
        expect(responseOf(await caller.send(procedure, EMERGENCY, key))).toEqual({
          ...responseOf(later),
          replayed: true,
        });
      }
      expect(platform.logLines.join('\n')).not.toContain('crushing');
    });

    it('returns the error of the call if the call fails', async () => {
      for (const caller of callers) {
        const input = { ...EMERGENCY, conversationId: randomUUID() };
        await withConstraint('false', async () => {
          expect((await caller.send(procedure, input, randomUUID())).status).toBe(404);
        });
      }
    });

    it('gets emergency advice if no table can be written', async () => {
      await platform.database.query('ALTER TABLE message ADD CONSTRAINT nothing CHECK (false) NOT VALID');
      try {
        for (const condition of ['true', 'body IS NULL', 'false']) {
          await withConstraint(condition, async () => {
            for (const caller of callers) {
              const reply = await caller.send(procedure, EMERGENCY, randomUUID());
              expect(responseOf(reply)).toMatchObject({ status: 200, replayed: false });
              expect(reply.text).toContain('"urgency":"emergency"');
            }
          });
        }
      } finally {
        await platform.database.query('ALTER TABLE message DROP CONSTRAINT nothing');
      }
    });
  });
});
