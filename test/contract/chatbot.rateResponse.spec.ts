import { createHash } from 'node:crypto';
import { ROLES } from '../../src/platform/access/role';
import { RATING_REASONS } from '../../src/modules/chatbot/ratings/rating-reasons';
import { callFrom } from '../modules/chatbot/conversations/callers';
import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { ConversationsSuite } from './conversations-suite';
import { sendMessage } from './messages';
import { notFound } from './failures';

const NO_REPLY = notFound('messageId: no such reply');

describe('chatbot.rateResponse', () => {
  const here = new ConversationsSuite({ CHATBOT_ANONYMOUS_PER_MINUTE: '100000', TRUST_PROXY: '1' });

  const requestReply = (caller: PlainCaller) => sendMessage(caller, 'I cough');

  /** Returns a reply's stored ratings, the oldest first. */
  async function findRatings(messageId: string): Promise<unknown[]> {
    return here.database.query<unknown[]>(
      'SELECT rating, reason, comment FROM message_rating WHERE message_id = $1 ORDER BY rated_at',
      [messageId],
    );
  }

  const withoutReason = (rating: boolean) => ({ rating, reason: null, comment: null });

  it.each([true, false])('stores and returns a rating of %s by an anonymous caller', async (rating) => {
    const { messageId } = await requestReply(here.anyone);
    const response = await here.anyone.post('chatbot.rateResponse', { messageId, rating });
    expect(payload(response)).toStrictEqual({ success: true, data: { messageId, ...withoutReason(rating) } });
    expect(await findRatings(messageId)).toEqual([withoutReason(rating)]);
  });

  it('replaces the rating of the same caller', async () => {
    const { messageId } = await requestReply(here.anyone);
    for (const rating of [true, false, false, true]) {
      payload(await here.anyone.post('chatbot.rateResponse', { messageId, rating }));
      expect(await findRatings(messageId)).toEqual([withoutReason(rating)]);
    }
  });

  it.each(RATING_REASONS)('stores the reason %s and a comment', async (reason) => {
    const { reply: messageId } = await here.stored.exchange();
    const rating = { rating: false, reason, comment: 'It said “see a doctor”' };
    const response = await here.anyone.post('chatbot.rateResponse', {
      messageId,
      ...rating,
      comment: ` ${rating.comment} `,
    });
    expect(payload(response)).toStrictEqual({ success: true, data: { messageId, ...rating } });
    expect(await findRatings(messageId)).toEqual([rating]);
  });

  it('replaces reason and comment too, by null if they are absent', async () => {
    const { reply: messageId } = await here.stored.exchange();
    const rate = async (rating: object) =>
      payload(await here.anyone.post('chatbot.rateResponse', { messageId, ...rating }));
    await rate({ rating: false, reason: 'unclear', comment: 'What is a fever?' });
    await rate({ rating: false, reason: 'incomplete' });
    expect(await findRatings(messageId)).toEqual([{ rating: false, reason: 'incomplete', comment: null }]);
    await rate({ rating: true, reason: null, comment: null });
    expect(await findRatings(messageId)).toEqual([withoutReason(true)]);
  });

  it('stores one rating for each caller in a shared conversation', async () => {
    const { reply: messageId } = await here.stored.exchange();
    const amina = await here.signIn();
    const bakari = await here.signIn();
    const from = (address: string) => async (rating: boolean) =>
      payload(await callFrom(here.platform, address, ['chatbot.rateResponse', { messageId, rating }]));
    const as = (caller: PlainCaller) => async (rating: boolean) =>
      payload(await caller.post('chatbot.rateResponse', { messageId, rating }));
    const callers = [from('203.0.113.7'), from('2001:db8::7'), as(amina.caller), as(bakari.caller)];
    for (const rate of callers) await rate(true);
    expect(await findRatings(messageId)).toEqual([true, true, true, true].map(withoutReason));
    for (const rate of callers.slice(1)) await rate(false);
    expect(await findRatings(messageId)).toEqual([true, false, false, false].map(withoutReason));
  });

  it('treats an IPv6 network as one caller, because telephones change their addresses', async () => {
    const { id, reply: messageId } = await here.stored.exchange();
    const from = async (address: string, rating: boolean) => {
      payload(await callFrom(here.platform, address, ['chatbot.rateResponse', { messageId, rating }]));
    };
    await from('2001:db8:0:1::7', true);
    await from('2001:db8:0:1:a8c1:22ff:fe07:9', false);
    expect(await findRatings(messageId)).toEqual([withoutReason(false)]);
    const historyCall = ['chatbot.history', { conversationId: id }] as const;
    expect(payload(await callFrom(here.platform, '2001:db8:0:1::b', historyCall))).toMatchObject({
      data: { messages: [{ messageId, rating: withoutReason(false) }, {}] },
    });
    expect(payload(await callFrom(here.platform, '2001:db8:0:2::7', historyCall))).toMatchObject({
      data: { messages: [{ messageId, rating: null }, {}] },
    });
    await from('2001:db8:0:2::7', true);
    expect(await findRatings(messageId)).toEqual([false, true].map(withoutReason));
  });

  it('stores hashes of account id and address in an anonymous conversation', async () => {
    const { id, reply } = await here.stored.exchange();
    const later = await here.stored.reply(id);
    const amina = await here.signIn();
    const address = '203.0.113.7';
    for (const messageId of [reply, later]) {
      payload(await callFrom(here.platform, address, ['chatbot.rateResponse', { messageId, rating: true }]));
    }
    payload(await amina.caller.post('chatbot.rateResponse', { messageId: reply, rating: true }));
    const raters = await here.database.query<{ rater: string }[]>(
      'SELECT rater FROM message_rating WHERE conversation_id = $1 ORDER BY rated_at',
      [id],
    );
    // The same value in the whole conversation. Two values would identify an IPv4 address.
    const digits = createHash('sha256').update(`${id} ${address}`).digest('hex').slice(0, 4);
    const account = createHash('sha256').update(`${id} ${amina.id}`).digest('hex');
    expect(raters.map(({ rater }) => rater)).toEqual([digits, digits, account]);
  });

  it('stores the account’s id in its own conversation', async () => {
    const amina = await here.signIn();
    const { reply } = await here.stored.exchange({ account: amina.id });
    payload(await amina.caller.post('chatbot.rateResponse', { messageId: reply, rating: true }));
    const raters = await here.database.query<unknown[]>(
      'SELECT rater FROM message_rating WHERE message_id = $1',
      [reply],
    );
    expect(raters).toEqual([{ rater: amina.id }]);
  });

  it.each(['writing', 'failed'] as const)('returns 404 for a reply in state %s', async (state) => {
    const id = await here.stored.begin();
    const messageId = await here.stored.reply(id, { state, writingUntil: 'tomorrow' });
    const response = await here.anyone.post('chatbot.rateResponse', { messageId, rating: true });
    expect(failure(response)).toStrictEqual(NO_REPLY);
    expect(await findRatings(messageId)).toEqual([]);
  });

  it('does not rate the other replies of the conversation', async () => {
    const first = await requestReply(here.anyone);
    const second = await sendMessage(here.anyone, 'Still', first.conversationId);
    payload(await here.anyone.post('chatbot.rateResponse', { messageId: second.messageId, rating: true }));
    expect(await findRatings(first.messageId)).toEqual([]);
    expect(await findRatings(second.messageId)).toEqual([withoutReason(true)]);
  });

  it.each(ROLES)('stores the rating of a %s for their own reply', async (role) => {
    const caller = await here.as(role);
    const { messageId } = await requestReply(caller);
    payload(await caller.post('chatbot.rateResponse', { messageId, rating: true }));
    expect(await findRatings(messageId)).toEqual([withoutReason(true)]);
  });

  it.each([...ROLES, 'anonymous'] as const)(
    'returns 404 for another account’s reply to a %s',
    async (role) => {
      const owner = await here.as('user');
      const { messageId } = await requestReply(owner);
      const other = role === 'anonymous' ? here.anyone : await here.as(role);
      const response = await other.post('chatbot.rateResponse', { messageId, rating: false });
      expect(failure(response)).toStrictEqual(NO_REPLY);
      expect(await findRatings(messageId)).toEqual([]);
    },
  );

  it('returns 404 for a user’s message', async () => {
    const { conversationId } = await requestReply(here.anyone);
    const [question] = await here.database.query<[{ id: string }]>(
      `SELECT id FROM message WHERE conversation_id = $1 AND role = 'user'`,
      [conversationId],
    );
    const response = await here.anyone.post('chatbot.rateResponse', { messageId: question.id, rating: true });
    expect(failure(response)).toStrictEqual(NO_REPLY);
  });

  it.each([
    ['that does not exist', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21'],
    ['that is no UUID', 'message-1'],
    ['that is empty', ''],
    ['with a NUL character', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e2\0'],
    ['with a line break after it', '6f1c24a5-5f5c-4b7e-9d3c-0c2a6f8b1e21\n'],
    ['with a lone surrogate', '\udc00'],
    ['of 100,000 characters', 'a'.repeat(100_000)],
  ])('returns 404 for an id %s', async (_case, messageId) => {
    const response = await here.anyone.post('chatbot.rateResponse', { messageId, rating: true });
    expect(failure(response)).toStrictEqual(NO_REPLY);
  });

  it('accepts the identifier in capitals', async () => {
    const { messageId } = await requestReply(here.anyone);
    payload(
      await here.anyone.post('chatbot.rateResponse', { messageId: messageId.toUpperCase(), rating: true }),
    );
    expect(await findRatings(messageId)).toEqual([withoutReason(true)]);
  });

  it.each([
    [{}, 'messageId: required, expected string; rating: required, expected boolean'],
    [{ messageId: 7, rating: true }, 'messageId: expected string, received number'],
    [{ messageId: 'm' }, 'rating: required, expected boolean'],
    [{ messageId: 'm', rating: 'true' }, 'rating: expected boolean, received string'],
    [{ messageId: 'm', rating: 1 }, 'rating: expected boolean, received number'],
    [{ messageId: 'm', rating: null }, 'rating: expected boolean, received null'],
    [{ messageId: 'm', rating: true, reason: 'bad' }, `reason: expected one of ${RATING_REASONS.join(', ')}`],
    [{ messageId: 'm', rating: true, reason: '' }, `reason: expected one of ${RATING_REASONS.join(', ')}`],
    [{ messageId: 'm', rating: true, comment: '  ' }, 'comment: must not be empty'],
    [{ messageId: 'm', rating: true, comment: 'a\0' }, 'comment: must not contain NUL characters'],
    [{ messageId: 'm', rating: true, comment: 'a'.repeat(501) }, 'comment: expected at most 500 characters'],
  ])('returns 400 for %j', async (input, problem) => {
    expect(failure(await here.anyone.post('chatbot.rateResponse', input))).toStrictEqual(badRequest(problem));
  });
});
