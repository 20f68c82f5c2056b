import {
  AssistantUnavailableError,
  type AssistantReply,
  type ChatTurn,
} from '../../src/chatbot/assistant/assistant-model';
import { OpenAIAssistant, type OpenAISettings } from '../../src/chatbot/assistant/openai/openai-assistant';
import { SYSTEM_PROMPT } from '../../src/chatbot/assistant/openai/system-prompt';
import { ModelServer } from '../support/model-server';

export const KEY = 'sk-test-8d1f';
/** What a person wrote, which no error may repeat. */
export const SECRET = 'my child has a rash';

/** One model server for the tests of a file, and assistants that ask it. */
export class ModelScenario {
  private constructor(readonly server: ModelServer) {}

  static async start(): Promise<ModelScenario> {
    return new ModelScenario(await ModelServer.start());
  }

  assistant(settings: Partial<OpenAISettings> = {}): OpenAIAssistant {
    return new OpenAIAssistant({
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: this.server.baseUrl,
      OPENAI_MODEL: 'test-model',
      OPENAI_TIMEOUT_MS: 5_000,
      OPENAI_MAX_RETRIES: 0,
      CHATBOT_MAX_REPLY_TOKENS: 200,
      CHATBOT_DEADLINE_MS: 10_000,
      ...settings,
    });
  }

  reply(
    settings: Partial<OpenAISettings> = {},
    signal = AbortSignal.timeout(10_000),
  ): Promise<AssistantReply> {
    const turns: ChatTurn[] = [{ role: 'user', content: SECRET }];
    return this.assistant(settings).reply(turns, signal);
  }
}

/** What it failed with, after checking that nothing private is in any part of the error. */
export async function failure(promise: Promise<AssistantReply>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AssistantUnavailableError))
    throw new Error(`expected a failure, not ${String(error)}`);
  expect(error.cause).toBeUndefined();
  const everything = `${error.message} ${error.stack ?? ''} ${JSON.stringify(error)}`;
  for (const hidden of [KEY, SECRET, SYSTEM_PROMPT.slice(0, 40), 'Drink'])
    expect(everything).not.toContain(hidden);
  return error.message;
}
