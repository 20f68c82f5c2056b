import { randomUUID } from 'node:crypto';
import { until } from '../../support/until';
import { ModelServer, completes } from '../../support/model-server';
import { type Platform, startPlatform } from '../../support/platform';
import { KeyedCaller, told } from './keyed-caller';

const EMERGENCY = { message: 'I have crushing chest pain and I cannot breathe' };
const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'];

describe('a message under a key for which the database does not do its part', () => {
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

  /** While this runs, answers for which a condition does not hold are refused by the database. */
  async function storingOnly(condition: string, work: () => Promise<void>): Promise<void> {
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
      ['answer is not stored', 'body IS NULL'],
      ['key is not claimed', 'false'],
    ])(
      'is answered all the same where its %s, and once more when it is repeated',
      async (_case, condition) => {
        for (const caller of callers) {
          const key = randomUUID();
          await storingOnly(condition, async () => {
            for (let sent = 0; sent < 2; sent += 1) {
              const reply = await caller.send(procedure, EMERGENCY, key);
              expect(told(reply)).toMatchObject({ status: 200, replayed: false });
              expect(reply.text).toContain('"urgency":"emergency"');
              await until('the key is free', () => isFree(key));
            }
          });
          const later = await caller.send(procedure, EMERGENCY, key);
          expect(told(later)).toMatchObject({ status: 200, replayed: false });
          expect(told(await caller.send(procedure, EMERGENCY, key))).toEqual({
            ...told(later),
            replayed: true,
          });
        }
        expect(platform.logLines.join('\n')).not.toContain('crushing');
      },
    );

    it('fails as it would without a key, where it fails itself', async () => {
      for (const caller of callers) {
        const input = { ...EMERGENCY, conversationId: randomUUID() };
        await storingOnly('false', async () => {
          expect((await caller.send(procedure, input, randomUUID())).status).toBe(404);
        });
      }
    });

    it('tells whoever is in danger what to do, although no table takes anything', async () => {
      await platform.database.query('ALTER TABLE message ADD CONSTRAINT nothing CHECK (false) NOT VALID');
      try {
        for (const condition of ['true', 'body IS NULL', 'false']) {
          await storingOnly(condition, async () => {
            for (const caller of callers) {
              const reply = await caller.send(procedure, EMERGENCY, randomUUID());
              expect(told(reply)).toMatchObject({ status: 200, replayed: false });
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
