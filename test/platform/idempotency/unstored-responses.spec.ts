import { randomUUID } from 'node:crypto';
import { until } from '../../support/until';
import { ModelServer, completes } from '../../support/model-server';
import { type KeyedCaller, expectFirst, expectReplay } from './keyed-caller';
import { KeyedSuite } from './keyed-suite';

const EMERGENCY = { message: 'I have crushing chest pain and I cannot breathe' };
const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'];

describe('a message with an idempotency key if the database fails', () => {
  let model: ModelServer;
  let callers: readonly KeyedCaller[];

  const suite = new KeyedSuite(async () => {
    model = await ModelServer.start();
    model.behave(completes('Go now.'));
    return {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CHATBOT_ANONYMOUS_PER_MINUTE: '1000',
    };
  });

  beforeAll(async () => {
    callers = [suite.anonymous, await suite.as('user')];
  });

  afterAll(() => model.close());

  const isFree = async (key: string) => (await suite.count(`idempotent_answer WHERE key = '${key}'`)) === 0;

  /** Runs work while the database refuses responses that do not meet a condition. */
  async function withConstraint(condition: string, work: () => Promise<void>): Promise<void> {
    await suite.query(
      `ALTER TABLE idempotent_answer ADD CONSTRAINT only_some CHECK (${condition}) NOT VALID`,
    );
    try {
      await work();
    } finally {
      await suite.query('ALTER TABLE idempotent_answer DROP CONSTRAINT only_some');
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
            expectFirst(reply);
            expect(reply.text).toContain('"urgency":"emergency"');
            await until('the key is free', () => isFree(key));
          }
        });
        const later = await caller.send(procedure, EMERGENCY, key);
        expectFirst(later);
        expectReplay(await caller.send(procedure, EMERGENCY, key), later);
      }
      expect(suite.platform.logLines.join('\n')).not.toContain('crushing');
    });

    it('gets the advice of an emergency, and else 409, while a call that has not ended has the key', async () => {
      for (const caller of callers) {
        for (const [message, expected] of [
          [EMERGENCY, 200],
          [{ message: 'I cough' }, 409],
        ] as const) {
          const key = randomUUID();
          expectFirst(await caller.send(procedure, message, key));
          // As it is after the end of a process in a call.
          await suite.query(
            `UPDATE idempotent_answer SET body = NULL, claim = '${randomUUID()}' WHERE key = '${key}'`,
          );
          const retry = await caller.send(procedure, message, key);
          expect([retry.status, retry.text.includes('"urgency":"emergency"')]).toEqual([
            expected,
            expected === 200,
          ]);
        }
      }
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
      await suite.query('ALTER TABLE message ADD CONSTRAINT nothing CHECK (false) NOT VALID');
      try {
        for (const condition of ['true', 'body IS NULL', 'false']) {
          await withConstraint(condition, async () => {
            for (const caller of callers) {
              const reply = await caller.send(procedure, EMERGENCY, randomUUID());
              expectFirst(reply);
              expect(reply.text).toContain('"urgency":"emergency"');
            }
          });
        }
      } finally {
        await suite.query('ALTER TABLE message DROP CONSTRAINT nothing');
      }
    });
  });
});
