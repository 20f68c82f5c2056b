import { clientCredentials, createHealthClient } from '../../client';

const NOWHERE = 'http://127.0.0.1:1';

describe('an error of the network in the typed client', () => {
  it('names the address of the platform and the cause, without the input', async () => {
    const client = createHealthClient({ baseUrl: NOWHERE, token: 'x', retries: 0 });
    await expect(client.auth.me.query()).rejects.toThrow(
      /^no response from http:\/\/127\.0\.0\.1:1\/api\/trpc\/auth\.me: fetch failed: .*(?:ECONNREFUSED|bad port)/,
    );
    await expect(client.chatbot.sendMessage.mutate({ message: 'SECRET' })).rejects.toThrow(
      /chatbot\.sendMessage: (?!.*SECRET)/,
    );
  });

  it('names the address of the portal', async () => {
    const token = clientCredentials({ tokenUrl: `${NOWHERE}/token`, clientId: 'clinic', clientSecret: 'x' });
    const client = createHealthClient({ baseUrl: 'http://127.0.0.1:2', token, retries: 0 });
    await expect(client.auth.me.query()).rejects.toThrow(
      /^no response from http:\/\/127\.0\.0\.1:1\/token: /,
    );
  });
});
