import { createServer } from 'node:http';
import { clientCredentials, createHealthClient } from '@africa-health/client';

// Fetches and renews tokens, loses responses, and prints the outcomes.
const [, , baseUrl, losingUrl, tokenUrl, clientId, clientSecret] = process.argv;

const credentials = { tokenUrl, clientId, clientSecret };
let fetchCount = 0;
const countingFetch = (url, init) => {
  fetchCount += 1;
  return fetch(url, init);
};

const token = clientCredentials({ ...credentials, fetch: countingFetch });
const credentialsSent = new Set();
const health = createHealthClient({
  baseUrl,
  token,
  fetch: (url, init) => {
    credentialsSent.add(init.credentials);
    return fetch(url, init);
  },
});
const names = await Promise.all(Array.from({ length: 5 }, async () => (await health.auth.me.query()).name));
const tokensFetched = fetchCount;

const rejectedTokens = [];
const renewing = createHealthClient({
  baseUrl,
  token: (refused) => {
    rejectedTokens.push(refused ?? null);
    return refused === undefined ? 'an-old-token' : token();
  },
});
const renewed = await renewing.auth.me.query();

let unauthorized = 0;
const refused = await createHealthClient({
  baseUrl,
  token: 'no-token-of-this-portal',
  onUnauthorized: () => (unauthorized += 1),
})
  .auth.me.query()
  .catch((error) => error.data.code);

const noToken = await createHealthClient({
  baseUrl,
  token: clientCredentials({ ...credentials, clientSecret: 'wrong' }),
})
  .auth.me.query()
  .catch((error) => [error.cause?.name, error.message.replace(tokenUrl, '')]);

const consultation = {
  patientId: 'P-lost',
  pathologyName: 'Malaria',
  consultationDate: '2026-03-14T09:30:00Z',
};
const unreliableHealth = createHealthClient({ baseUrl: losingUrl, token });
const recorded = await unreliableHealth.consultations.record.mutate(consultation);

const withoutKey = createHealthClient({ baseUrl: 'http://127.0.0.1:1', fetch: countingFetch });
fetchCount = 0;
await withoutKey.chatbot.sendMessage.mutate({ message: 'Hello' }).catch(() => undefined);
const attemptsWithoutKey = fetchCount;

// A portal with tokens that expire after two seconds and are renewed after one.
let tokenCount = 0;
const portal = createServer((request, response) => {
  tokenCount += 1;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ access_token: `token-${tokenCount}`, expires_in: 2, token_type: 'Bearer' }));
});
await new Promise((resolve) => portal.listen(0, '127.0.0.1', resolve));
const getToken = clientCredentials({
  ...credentials,
  tokenUrl: `http://127.0.0.1:${portal.address().port}/`,
});
const cachedTokens = [await getToken(), await getToken()];
await new Promise((resolve) => setTimeout(resolve, 1_100));
cachedTokens.push(...(await Promise.all([getToken(), getToken()])), await getToken('token-2'));
portal.close();
portal.closeAllConnections();

console.log(
  JSON.stringify({
    names: [...new Set(names)],
    tokensFetched,
    credentialsSent: [...credentialsSent],
    rejectedTokens,
    renewed: renewed.name,
    refused,
    unauthorized,
    noToken,
    recorded: recorded.success,
    attemptsWithoutKey,
    cachedTokens,
  }),
);
