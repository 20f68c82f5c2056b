import { createServer } from 'node:http';
import { clientCredentials, createHealthClient } from '@africa-health/client';

// What a server's client does about tokens, and about answers that are lost. Prints what came of it.
const [, , baseUrl, losingUrl, tokenUrl, clientId, clientSecret] = process.argv;

const credentials = { tokenUrl, clientId, clientSecret };
let fetched = 0;
const counting = (url, init) => {
  fetched += 1;
  return fetch(url, init);
};

const token = clientCredentials({ ...credentials, fetch: counting });
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
const tokensFetched = fetched;

const told = [];
const renewing = createHealthClient({
  baseUrl,
  token: (refused) => {
    told.push(refused ?? null);
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
const overBadNetwork = createHealthClient({ baseUrl: losingUrl, token });
const recorded = await overBadNetwork.consultations.record.mutate(consultation);

const withoutKey = createHealthClient({ baseUrl: 'http://127.0.0.1:1', fetch: counting });
fetched = 0;
await withoutKey.chatbot.sendMessage.mutate({ message: 'Hello' }).catch(() => undefined);
const attemptsWithoutKey = fetched;

// A portal whose tokens last two seconds, and so are renewed after one.
let given = 0;
const portal = createServer((request, response) => {
  given += 1;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ access_token: `token-${given}`, expires_in: 2, token_type: 'Bearer' }));
});
await new Promise((resolve) => portal.listen(0, '127.0.0.1', resolve));
const brief = clientCredentials({ ...credentials, tokenUrl: `http://127.0.0.1:${portal.address().port}/` });
const lasting = [await brief(), await brief()];
await new Promise((resolve) => setTimeout(resolve, 1_100));
lasting.push(...(await Promise.all([brief(), brief()])), await brief('token-2'));
portal.close();
portal.closeAllConnections();

console.log(
  JSON.stringify({
    names: [...new Set(names)],
    tokensFetched,
    credentialsSent: [...credentialsSent],
    told,
    renewed: renewed.name,
    refused,
    unauthorized,
    noToken,
    recorded: recorded.success,
    attemptsWithoutKey,
    lasting,
  }),
);
