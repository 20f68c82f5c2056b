import { randomUUID } from 'node:crypto';
import { KeyedCaller, errorOf } from '../../../platform/idempotency/keyed-caller';
import { completes } from '../../../support/model-server';
import { type RawResponse, sendBytes, sendRequest } from '../../../support/raw-request';
import { EMERGENCY, PRODUCTION } from './conversation';
import { RepliesScenario } from './replies-scenario';
import { ELSEWHERE, JSON_TYPE, ORDINARY, SeparateNetworks, inKenya } from './separate-networks';

const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'] as const;

interface Refusal {
  readonly status: number;
  /** Message of the refusal. */
  readonly reason: string | RegExp;
  readonly refuse: (path: string, message: string) => Promise<RawResponse>;
}

describe('the refusal of a message', () => {
  const scenario = RepliesScenario.suite({
    ...PRODUCTION,
    TRUST_PROXY: '1',
  });
  const networks = new SeparateNetworks(() => scenario.origin);
  const post = networks.post.bind(networks);

  beforeEach(() => {
    scenario.model.behave(completes('Rest.'));
  });

  async function reuseKey(path: string, message: string): Promise<RawResponse> {
    const key = randomUUID();
    const keyed = new KeyedCaller(scenario.origin, await scenario.platform.session({ role: 'user' }));
    expect((await keyed.send(path, { message: 'Hello' }, key)).status).toBe(200);
    return keyed.send(path, { message, country: 'KE' }, key);
  }

  async function repeatAuthorization(path: string, message: string): Promise<RawResponse> {
    const body = JSON.stringify(inKenya(message));
    return sendBytes(
      scenario.origin,
      [
        `POST /api/trpc/${path} HTTP/1.1`,
        'Host: a',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Authorization: Bearer a',
        'Authorization: Bearer b',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }

  const REFUSALS: readonly (readonly [string, Refusal])[] = [
    ['its key was used by another call', { status: 422, reason: /^Idempotency-Key: /, refuse: reuseKey }],
    [
      'its key is malformed',
      {
        status: 400,
        reason: /^Idempotency-Key: /,
        refuse: async (path, message) =>
          post(path, inKenya(message), {
            cookie: await scenario.platform.session({ role: 'user' }),
            'idempotency-key': 'ü'.repeat(300),
          }),
      },
    ],
    [
      'there are two session cookies',
      {
        status: 400,
        reason: /^Cookie: two cookies are named /,
        refuse: (path, message) => post(path, inKenya(message), { cookie: 'session=a; session=b' }),
      },
    ],
    [
      'there are a cookie and a token',
      {
        status: 400,
        reason: 'send the session cookie or an Authorization header with a Bearer token, not both',
        refuse: (path, message) =>
          post(path, inKenya(message), { cookie: 'session=a', authorization: 'Bearer b' }),
      },
    ],
    [
      'there are two Authorizations',
      { status: 400, reason: 'Authorization: the header may occur once', refuse: repeatAuthorization },
    ],
    [
      'the country is none and the session is not valid',
      {
        status: 401,
        reason: 'Please login (10001)',
        refuse: (path, message) =>
          post(path, { json: { message, country: 'nowhere' } }, { cookie: 'session=ended' }),
      },
    ],
    [
      'the country is none',
      {
        status: 400,
        reason: 'country: expected an ISO 3166-1 country code such as KE or KEN',
        refuse: (path, message) => post(path, { json: { message, country: 'nowhere' } }),
      },
    ],
    [
      'the country is no text',
      {
        status: 400,
        reason: 'country: expected string, received number',
        refuse: (path, message) => post(path, { json: { message, country: 254 } }),
      },
    ],
    [
      'it is too long, and the emergency at its beginning',
      {
        status: 400,
        reason: 'message: expected at most 4000 characters',
        refuse: (path, message) => post(path, inKenya(`${message}. ${'And so on. '.repeat(20_000)}`)),
      },
    ],
    [
      'it is too long, and the emergency at its end',
      {
        status: 400,
        reason: 'message: expected at most 4000 characters',
        refuse: (path, message) => post(path, inKenya(`${'And so on. '.repeat(400)} ${message}`)),
      },
    ],
    [
      'it has a NUL character',
      {
        status: 400,
        reason: 'message: must not contain NUL characters',
        refuse: (path, message) => post(path, inKenya(`${message}\0`)),
      },
    ],
    [
      'the conversation is no text',
      {
        status: 400,
        reason: 'conversationId: expected string, received number',
        refuse: (path, message) => post(path, inKenya(message, { conversationId: 7 })),
      },
    ],
    [
      'the conversation does not exist',
      {
        status: 404,
        reason: 'conversationId: no such conversation',
        refuse: (path, message) => post(path, inKenya(message, { conversationId: randomUUID() })),
      },
    ],
    [
      'it has an unknown field and is handled strictly',
      {
        status: 400,
        reason: 'language: unknown field',
        refuse: (path, message) =>
          post(path, inKenya(message, { language: 'xx' }), { prefer: 'handling=strict' }),
      },
    ],
    [
      'it comes from another origin',
      {
        status: 403,
        reason: 'pages of this origin may not call here: CORS_ORIGINS names those that may',
        refuse: (path, message) => post(path, inKenya(message), ELSEWHERE),
      },
    ],
    [
      'it has no envelope',
      {
        status: 400,
        reason: 'expected the input as {"0":{"json":{…}}} or {"json":{…}}',
        refuse: (path, message) => post(path, { message, country: 'KE' }),
      },
    ],
    [
      'it is followed by another input',
      {
        status: 400,
        reason: /^the input has the key "1"/,
        refuse: (path, message) => post(path, { 0: inKenya(message), 1: inKenya('Hello') }),
      },
    ],
    [
      'its annotations are not known',
      {
        status: 400,
        reason: /./,
        refuse: (path, message) =>
          post(path, { ...inKenya(message), meta: { values: { message: ['set'] } } }),
      },
    ],
    [
      'its type is not JSON',
      {
        status: 415,
        reason: 'the body must be JSON in UTF-8: send the header Content-Type: application/json',
        refuse: (path, message) => post(path, inKenya(message), { 'content-type': 'text/plain' }),
      },
    ],
    [
      'it is in the URL',
      {
        status: 400,
        reason: 'input: a mutation takes its input as a JSON body, not in the URL',
        refuse: (path, message) =>
          post(`${path}?input=${encodeURIComponent(JSON.stringify(inKenya(message)))}`, '', {
            'content-length': '0',
          }),
      },
    ],
    [
      'it is sent by GET',
      {
        status: 405,
        reason: 'expected POST with the input as a JSON body',
        refuse: (path, message) =>
          sendRequest(scenario.origin, {
            method: 'GET',
            path: `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(inKenya(message)))}`,
            headers: {},
            body: '',
          }),
      },
    ],
    [
      'it is sent by PUT',
      {
        status: 405,
        reason: 'expected POST with the input as a JSON body',
        refuse: (path, message) =>
          sendRequest(scenario.origin, {
            method: 'PUT',
            path: `/api/trpc/${path}`,
            headers: JSON_TYPE,
            body: JSON.stringify(inKenya(message)),
          }),
      },
    ],
  ];

  const expectReason = (message: string, reason: string | RegExp) => {
    if (typeof reason === 'string') expect(message).toBe(reason);
    else expect(message).toMatch(reason);
  };

  describe.each(PROCEDURES)('by %s', (procedure) => {
    it.each(REFUSALS)('has the advice in an emergency if %s', async (_case, { status, reason, refuse }) => {
      const refused = errorOf(await refuse(procedure, EMERGENCY.message));
      const parts = refused.message.split('\n\n');
      // The message of a 401 ends with its number.
      const [found = '', ...advice] = status === 401 ? parts.toReversed() : parts;
      expect(refused.status).toBe(status);
      expectReason(found, reason);
      expect(advice).toEqual([expect.stringMatching(/^This may be an emergency/)]);
    });

    it.each(REFUSALS)('has the reason alone without one if %s', async (_case, { status, reason, refuse }) => {
      const refused = errorOf(await refuse(procedure, ORDINARY));
      expect(refused.status).toBe(status);
      expect(refused.message).not.toContain('\n');
      expectReason(refused.message, reason);
    });
  });
});
