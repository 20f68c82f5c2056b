import { ModelServerClient } from '../../../../src/modules/chatbot/models/openai/model-server-client';
import { truncationNotice } from '../../../../src/modules/chatbot/models/reply-notices';
import * as model from '../../../support/model-server';
import { ModelScenario } from './model-scenario';

const scenario = new ModelScenario();

function sendsEvents(...chunks: readonly object[]): model.Behaviour {
  return model.sendsBody(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''));
}

const choice = (content: object) => ({ choices: [{ finish_reason: 'stop', ...content }] });

describe('a reply of a server that deviates from the protocol', () => {
  it('has the text of `delta` if the last chunk repeats the whole text in `message`', async () => {
    scenario.behave(
      sendsEvents(
        { choices: [{ delta: { content: 'Hel' } }] },
        choice({ delta: { content: 'lo' }, message: { role: 'assistant', content: 'Hello' } }),
      ),
    );
    expect((await scenario.reply()).text).toBe('Hello');
  });

  it('is read if white space precedes the first event', async () => {
    const event = JSON.stringify(choice({ delta: { content: 'Drink water.' } }));
    scenario.behave(model.sendsBody(` \n data: ${event}\n\n`));
    expect((await scenario.reply()).text).toBe('Drink water.');
  });

  it('is no completion if a whole body has no `message`', async () => {
    scenario.behave(model.sendsBody(JSON.stringify(choice({ delta: { content: 'Drink water.' } }))));
    await expect(scenario.reply()).rejects.toMatchObject({ message: 'the answer is no chat completion' });
  });

  it('is truncated by an event that has an error, also an empty one', async () => {
    scenario.behave(
      sendsEvents({ choices: [{ delta: { content: 'Drink' } }] }, { error: '' }, choice({ delta: {} })),
    );
    expect((await scenario.reply()).text).toBe(`Drink${truncationNotice('en')}`);
  });
});

describe('a probe', () => {
  const probe = (timeoutMs = 5_000) => {
    const client = new ModelServerClient({
      baseUrl: scenario.baseUrl,
      apiKey: undefined,
      model: 'm',
      timeoutMs,
      maxTokens: 100,
    });
    return client.probe(AbortSignal.timeout(10_000));
  };

  it('succeeds at the first chunk, before the model has finished reasoning', async () => {
    scenario.behave(model.streams([], { reasoning: ['Let me think'], end: 'stall' }));
    await expect(probe()).resolves.toBeUndefined();
  });

  it('succeeds if the stream breaks off after its first chunk', async () => {
    scenario.behave(model.streams([], { end: 'cut' }));
    await expect(probe()).resolves.toBeUndefined();
  });

  it('shows a working server if it refuses to answer', async () => {
    scenario.behave(model.fails(400, { code: 'content_filter' }));
    await expect(probe()).rejects.toMatchObject({ traits: { isServerHealthy: true } });
  });

  it('fails if the server sends nothing before the timeout', async () => {
    scenario.behave(model.staysSilent);
    await expect(probe(500)).rejects.toMatchObject({ message: 'the model server said nothing for 500 ms' });
  });
});
