import { type ChatTurn, ModelUnavailableError } from '../../../../src/modules/chatbot/models/chat-model';
import { instructions } from '../../../../src/modules/chatbot/models/prompts/instructions';
import * as model from '../../../support/model-server';
import { failureOf, KEY, ModelScenario, readReply, replyRequest } from './model-scenario';
import { PROMPT_VERSION } from '../../../../src/modules/chatbot/models/prompts/instructions';

const turns: ChatTurn[] = [{ role: 'user', content: 'I have a cough' }];
const SYSTEM = { role: 'system', content: instructions(replyRequest()) };

const scenario = new ModelScenario();
beforeEach(() => {
  scenario.behave(model.completes('Drink water.'));
});

/** Returns the first request to OpenAI itself. */
async function requestToOpenAI(): Promise<{ url: unknown; body: unknown }> {
  const fetch = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.reject(new TypeError('no network')));
  await failureOf(scenario.reply({ baseUrl: 'https://api.openai.com/v1' }, { turns }));
  const [url, init] = fetch.mock.calls[0] ?? [];
  fetch.mockRestore();
  return { url, body: JSON.parse(typeof init?.body === 'string' ? init.body : 'null') };
}

describe('a request to the model', () => {
  it('requests a stream, with the system prompt and every turn in its role', async () => {
    const conversation: ChatTurn[] = [
      { role: 'user', content: 'I have a headache' },
      { role: 'assistant', content: 'Since when?' },
      { role: 'user', content: 'Since Monday' },
    ];
    const { text, authorship } = await scenario.reply({}, { turns: conversation });
    expect(text).toBe('Drink water.');
    expect(authorship).toEqual({ source: 'model', model: 'test-model', promptVersion: PROMPT_VERSION });
    expect(scenario.requests[0]?.body.stream).toBe(true);
    expect(scenario.requests[0]?.body.messages).toEqual([SYSTEM, ...conversation]);
  });

  it('is prepared in a turn for each message', async () => {
    const conversation = Array.from({ length: 9 }, (_none, index): ChatTurn => {
      return { role: index % 2 === 0 ? 'user' : 'assistant', content: `message ${index}` };
    });
    const takeTurn = jest.fn(() => undefined);
    await scenario.reply({}, { turns: conversation, takeTurn });
    expect(takeTurn).toHaveBeenCalledTimes(9);
  });

  it('alternates the roles and starts with the user, as strict chat templates require', async () => {
    const conversation: ChatTurn[] = [
      { role: 'assistant', content: 'The end of what was said before' },
      { role: 'assistant', content: 'And once more' },
      { role: 'user', content: 'I have a headache' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'Since when?' },
      { role: 'assistant', content: 'And how bad is it?' },
      { role: 'user', content: 'Since Monday' },
    ];
    await scenario.reply({}, { turns: conversation });
    expect(scenario.requests[0]?.body.messages).toEqual([
      SYSTEM,
      { role: 'user', content: 'I have a headache\n\nHello?' },
      { role: 'assistant', content: 'Since when?\n\nAnd how bad is it?' },
      { role: 'user', content: 'Since Monday' },
    ]);
  });

  it('has placeholders for identifiers in every turn', async () => {
    const conversation: ChatTurn[] = [
      { role: 'user', content: 'I am amina@example.org' },
      { role: 'assistant', content: 'Shall I write to amina@example.org?' },
      { role: 'user', content: 'No, call +254 712 345 678 about the 500 mg' },
    ];
    await scenario.reply({}, { turns: conversation });
    expect(scenario.requests[0]?.body.messages).toEqual([
      SYSTEM,
      { role: 'user', content: 'I am [email]' },
      { role: 'assistant', content: 'Shall I write to [email]?' },
      { role: 'user', content: 'No, call [phone] about the 500 mg' },
    ]);
  });

  it('limits the reply with max_tokens at own servers', async () => {
    await scenario.reply({ maxTokens: 123 });
    expect(scenario.requests[0]?.body).toMatchObject({ model: 'test-model', max_tokens: 123 });
    expect(scenario.requests[0]?.body).not.toHaveProperty('max_completion_tokens');
    expect(scenario.requests[0]?.body).not.toHaveProperty('store');
    expect(scenario.requests[0]?.body).not.toHaveProperty('stream_options');
  });

  it('limits replies with max_completion_tokens after a server has refused max_tokens', async () => {
    const refused = { type: 'invalid_request_error', param: 'max_tokens', code: 'unsupported_parameter' };
    scenario.behave(model.fails(400, refused), model.completes('Drink water.'));
    const chatModel = scenario.model({ maxTokens: 123 });
    await readReply(chatModel);
    await readReply(chatModel);
    expect(scenario.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [123, undefined],
      [undefined, 123],
      [undefined, 123],
    ]);
  });

  /** Whether each request had the schema. */
  const formats = () => scenario.requests.map(({ body }) => body.response_format !== undefined);

  it.each([
    ['names the field', model.fails(400, { param: 'response_format' })],
    ['names the field in its message', model.fails(422, { message: 'body.response_format: no such field' })],
    ['gives no reason', model.fails(400)],
  ])('has no schema after a refusal that %s', async (_name, refusal) => {
    scenario.behave(refusal, model.completes('Drink water.'));
    const chatModel = scenario.model();
    for (let count = 0; count < 2; count += 1) expect((await readReply(chatModel)).text).toBe('Drink water.');
    expect(formats()).toEqual([true, false, false]);
  });

  it('keeps the schema if a first message is refused for another reason', async () => {
    const [refusal, bareRefusal] = [model.fails(400, { param: 'messages' }), model.fails(400)];
    scenario.behave(refusal, bareRefusal, bareRefusal, model.completes('Drink water.'));
    const chatModel = scenario.model();
    for (let count = 0; count < 2; count += 1)
      await expect(readReply(chatModel)).rejects.toThrow(ModelUnavailableError);
    await readReply(chatModel);
    expect(formats()).toEqual([true, true, false, true]);
  });

  it('keeps the schema if a server that took it refuses a message', async () => {
    const refused = model.fails(400, { param: 'messages' });
    scenario.behave(model.completes('Drink water.'), refused, model.completes('Drink water.'));
    const chatModel = scenario.model();
    for (let count = 0; count < 3; count += 1) await readReply(chatModel).catch(() => undefined);
    expect(formats()).toEqual([true, true, true]);
  });

  it('has no schema if a server that took it does not know it any more', async () => {
    const refused = model.fails(400, { param: 'response_format' });
    scenario.behave(model.completes('Drink water.'), refused, model.completes('Drink water.'));
    const chatModel = scenario.model();
    for (let count = 0; count < 3; count += 1) expect((await readReply(chatModel)).text).toBe('Drink water.');
    expect(formats()).toEqual([true, true, false, false]);
  });

  it('has no token limit that another request has found refused at the same time', async () => {
    const refused = model.fails(400, { param: 'max_tokens' });
    scenario.behave(refused, refused, model.completes('Drink water.'));
    const chatModel = scenario.model();
    const replies = await Promise.all([readReply(chatModel), readReply(chatModel)]);
    expect(replies.map(({ text }) => text)).toEqual(['Drink water.', 'Drink water.']);
    await readReply(chatModel);
    expect(scenario.requests.at(-1)?.body.max_completion_tokens).toBe(200);
  });

  it('has max_completion_tokens, store: false and the request for token usage at OpenAI', async () => {
    const { url, body } = await requestToOpenAI();
    expect(url).toBe('https://api.openai.com/v1/chat/completions');
    expect(body).toMatchObject({
      max_completion_tokens: 200,
      store: false,
      stream_options: { include_usage: true },
    });
    expect(body).not.toHaveProperty('max_tokens');
  });

  it('has a placeholder key if there is none', async () => {
    await scenario.reply({ apiKey: undefined });
    expect(scenario.requests[0]?.headers.authorization).toBe('Bearer no-key');
  });

  it('contains nothing from environment variables', async () => {
    const before = { ...process.env };
    const log = jest.spyOn(console, 'debug').mockImplementation(() => undefined);
    Object.assign(process.env, {
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_API_KEY: 'sk-from-the-shell',
      OPENAI_ADMIN_KEY: 'admin-from-the-shell',
      OPENAI_ORG_ID: 'org-from-the-shell',
      OPENAI_PROJECT_ID: 'project-from-the-shell',
      OPENAI_CUSTOM_HEADERS: 'x-from-the-shell: yes\nauthorization: Bearer from-the-shell',
      OPENAI_LOG: 'debug',
    });
    try {
      await scenario.reply({ apiKey: undefined });
      await scenario.reply();
      const [withoutKey, withKey] = scenario.requests;
      expect(withoutKey?.headers.authorization).toBe('Bearer no-key');
      expect(withKey?.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(JSON.stringify(scenario.requests)).not.toContain('from-the-shell');
      expect(Object.keys(withKey?.headers ?? {}).filter((name) => /stainless|openai/.test(name))).toEqual([]);
      expect(log).not.toHaveBeenCalled();
      expect((await requestToOpenAI()).url).toBe('https://api.openai.com/v1/chat/completions');
    } finally {
      process.env = before;
      log.mockRestore();
    }
  });
});
