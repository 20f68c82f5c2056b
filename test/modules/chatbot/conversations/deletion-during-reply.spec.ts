import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { until } from '../../../support/until';
import { DELETE_STORED_RESPONSES } from '../../../../src/modules/chatbot/conversations/conversations.sql';
import { DELETE_AND_COUNT_REPLIES } from '../../../../src/modules/chatbot/ratings/reply-counts.sql';
import { KeyedCaller, errorOf, responseOf } from '../../../platform/idempotency/keyed-caller';
import { completes, streams } from '../../../support/model-server';
import { payload } from '../../../support/plain-caller';
import { EMERGENCY, send, start } from '../replies/conversation';
import { RepliesScenario } from '../replies/replies-scenario';
import { type Person, signedIn } from './callers';

const GONE_WITH_ADVICE = {
  status: 404,
  message: expect.stringMatching(
    /^conversationId: no such conversation\n\nThis may be an emergency/,
  ) as string,
};
const GONE = { status: 404, message: 'conversationId: no such conversation' };

describe('a conversation that is deleted while a reply is written', () => {
  const scenario = RepliesScenario.suite();
  let amina: Person;
  let keyed: KeyedCaller;

  beforeAll(async () => {
    amina = await signedIn(scenario.platform, scenario.anyone);
    keyed = new KeyedCaller(scenario.origin, amina.cookie);
  });

  /** Sends a message in a conversation under an idempotency key. The model has it, and replies after `reply`. */
  async function sendAndHold(
    input: { message: string; conversationId: string },
    key: string,
    sender = keyed,
  ) {
    const { model } = scenario;
    const reply = model.hold(['Drink.'], 0);
    const sent = sender.send('chatbot.sendMessage', input, key);
    await until('the model gets a request', () => model.requests.length > 0);
    return { sent, reply };
  }

  it.each([
    { by: 'its owner', isOwned: true, message: 'I cough', refusal: GONE },
    { by: 'an anonymous caller with its id', isOwned: false, message: 'I cough', refusal: GONE },
    {
      by: 'its owner, in an emergency',
      isOwned: true,
      message: EMERGENCY.message,
      refusal: GONE_WITH_ADVICE,
    },
  ])('by $by leaves no message and no stored response', async ({ isOwned, message, refusal }) => {
    scenario.model.behave(completes('Rest.'));
    const owner = isOwned ? amina.caller : scenario.anyone;
    const sender = isOwned ? keyed : new KeyedCaller(scenario.origin);
    const { conversationId } = await send(owner, { message: 'Hello' });
    const input = { message, conversationId };
    // A random UUID, because other keys of anonymous callers are ignored.
    const key = randomUUID();
    const { sent, reply } = await sendAndHold(input, key, sender);
    payload(await owner.post('chatbot.deleteConversation', { conversationId }));
    reply();
    expect(errorOf(await sent)).toEqual(refusal);
    const stored = await scenario.platform.database.query<unknown[]>(
      'SELECT key FROM idempotent_answer UNION ALL SELECT content FROM message',
    );
    expect(stored).toEqual([]);
    expect(errorOf(await sender.send('chatbot.sendMessage', input, key))).toEqual(refusal);
  });

  it('is no failure of the model that writes it', async () => {
    const { model, platform } = scenario;
    model.behave(streams(Array<string>(200).fill('rest '), { between: 50 }));
    const before = platform.logLines.length;
    const { conversationId, messageId } = await start(amina.caller, { message: 'I cough' });
    const stream = await scenario.read(messageId, { headers: { cookie: amina.cookie } });
    await until('the model gets a request', () => model.requests.length > 0);
    payload(await amina.caller.post('chatbot.deleteConversation', { conversationId }));
    expect((await stream.end()).events.at(-1)).toMatchObject({ type: 'failed' });
    expect(model.requests).toHaveLength(1);
    expect(platform.logLines.slice(before).join('')).not.toMatch(/model server|"level":(40|50)/);
  });

  async function countWaitingForLock(holder: Client): Promise<number | null> {
    const { rowCount } = await holder.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount;
  }

  it.each([
    ['after the reply is complete and before its response is stored', 'idempotent_answer'],
    ['just before the response is stored', 'conversation'],
  ] as const)('%s leaves no stored response', async (_when, locked) => {
    scenario.model.behave(completes('Rest.'));
    const { conversationId } = await send(amina.caller, { message: 'Hello' });
    const input = { message: 'I cough', conversationId };
    const { sent, reply } = await sendAndHold(input, locked);
    const holder = new Client({ connectionString: scenario.platform.ownerUrl });
    await holder.connect();
    try {
      await holder.query(`BEGIN; SELECT FROM ${locked} FOR UPDATE`);
      reply();
      await until('the response waits', async () => (await countWaitingForLock(holder)) === 1);
      let isDeleted = false;
      if (locked === 'conversation') {
        await holder.query(DELETE_STORED_RESPONSES.sql, [[conversationId]]);
        await holder.query(DELETE_AND_COUNT_REPLIES.sql, [[conversationId]]);
      } else {
        const deletion = amina.caller.post('chatbot.deleteConversation', { conversationId });
        void deletion.then(() => (isDeleted = true));
        const hasEffect = async () => isDeleted || (await countWaitingForLock(holder)) === 2;
        await until('the deletion is done or waits', hasEffect);
      }
      await holder.query('COMMIT');
      expect(responseOf(await sent)).toMatchObject({ status: 200, replayed: false });
      await until('it is deleted', () => Promise.resolve(isDeleted || locked === 'conversation'));
    } finally {
      await holder.end();
    }
    expect(await scenario.platform.database.query<unknown[]>('SELECT key FROM idempotent_answer')).toEqual(
      [],
    );
    expect(errorOf(await keyed.send('chatbot.sendMessage', input, locked))).toEqual(GONE);
  });
});
