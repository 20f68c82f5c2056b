import { z } from 'zod';
import { findMachine } from '../../../../dev/portal/machines';
import { requestToken } from '../../../../dev/portal/machine-token';
import type { Platform } from '../../../support/platform';
import { failure, payload } from '../../../support/plain-caller';
import { startPortalPlatform } from '../../../support/portal-platform';
import { testPortal } from '../../../runner/portal';
import { callWithToken } from '../../auth/tokens/call-with-token';

const reply = z.object({ conversationId: z.string() });
const conversationList = z.object({ data: z.object({ conversations: z.array(reply) }) });

describe('the conversations of a machine', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPortalPlatform();
  });

  afterAll(async () => {
    await platform.close();
  });

  const getToken = async (clientId: string): Promise<string> => {
    const machine = findMachine(clientId);
    if (!machine) throw new Error(`there is no ${clientId}`);
    return requestToken((await testPortal()).issuer, machine);
  };

  it('belong to its own account only', async () => {
    const [clinic, pharmacy] = [await getToken('clinic'), await getToken('pharmacy')];
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
