import { z } from 'zod';
import { suitePlatform } from '../../../support/platform';
import { failure, payload } from '../../../support/plain-caller';
import { portalSettings } from '../../../support/portal-settings';
import { callWithToken, fetchMachineToken } from '../../auth/tokens/call-with-token';

const reply = z.object({ conversationId: z.string() });
const conversationList = z.object({ data: z.object({ conversations: z.array(reply) }) });

describe('the conversations of a machine', () => {
  const platform = suitePlatform(portalSettings);

  it('belong to its own account only', async () => {
    const [clinic, pharmacy] = [await fetchMachineToken('clinic'), await fetchMachineToken('pharmacy')];
    const sent = await callWithToken(platform, clinic, ['chatbot.sendMessage', { message: 'I cough' }]);
    const { conversationId } = reply.parse(payload(sent));
    const list = async (token: string) =>
      conversationList.parse(payload(await callWithToken(platform, token, ['chatbot.conversations', {}])))
        .data.conversations;
    expect(await list(clinic)).toEqual([{ conversationId }]);
    expect(await list(pharmacy)).toEqual([]);
    for (const procedure of ['chatbot.history', 'chatbot.deleteConversation']) {
      const refused = await callWithToken(platform, pharmacy, [procedure, { conversationId }]);
      expect(failure(refused)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      payload(await callWithToken(platform, clinic, [procedure, { conversationId }]));
    }
    expect(await list(clinic)).toEqual([]);
  });
});
