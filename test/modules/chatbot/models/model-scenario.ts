import {
  type ChatModel,
  ModelUnavailableError,
  type Authorship,
  type ReplyRequest,
} from '../../../../src/modules/chatbot/models/chat-model';
import {
  OpenAIChatModel,
  type OpenAIChatModelSettings,
} from '../../../../src/modules/chatbot/models/openai/openai-chat-model';
import { SYSTEM_PROMPT } from '../../../../src/modules/chatbot/models/prompts/system-prompt.2';
import { ModelServer } from '../../../support/model-server';

export const KEY = 'sk-test-8d1f';
/** What a person wrote, which no error may repeat. */
export const SECRET = 'my child has a rash';

/** A question, streamed unless a test says otherwise. */
export function question(request: Partial<ReplyRequest> = {}): ReplyRequest {
  const turns = [{ role: 'user', content: SECRET }] as const;
  return { turns, language: 'en', isEmergency: false, isWhole: false, ...request };
}

/** A reply, with when each of its pieces came. */
export interface ReadReply {
  readonly pieces: readonly string[];
  readonly text: string;
  readonly authorship: Authorship;
  /** Milliseconds, of the clock that `performance.now()` reads. */
  readonly at: readonly number[];
}

/** Reads a reply to its end. */
export async function read(
  model: ChatModel,
  request: Partial<ReplyRequest> = {},
  signal = AbortSignal.timeout(10_000),
): Promise<ReadReply> {
  const pieces: string[] = [];
  const at: number[] = [];
  const reply = model.streamReply(question(request), signal);
  for (;;) {
    const { done, value } = await reply.next();
    if (done) return { pieces, text: pieces.join(''), authorship: value, at };
    pieces.push(value);
    at.push(performance.now());
  }
}

/** One model server for the tests of a file, and assistants that ask it. */
export class ModelScenario {
  private readonly assistants: OpenAIChatModel[] = [];

  private constructor(readonly server: ModelServer) {}

  static async start(): Promise<ModelScenario> {
    return new ModelScenario(await ModelServer.start());
  }

  /** An assistant that soon probes whether a server is back. */
  assistant(
    settings: Partial<OpenAIChatModelSettings> = {},
    probeTimes = { firstMs: 100, longestMs: 400 },
  ): OpenAIChatModel {
    const all = {
      apiKey: KEY,
      baseUrl: this.server.baseUrl,
      model: 'test-model',
      timeoutMs: 5_000,
      retries: 0,
      maxTokens: 200,
      deadlineMs: 10_000,
      ...settings,
    };
    const assistant = new OpenAIChatModel(all, probeTimes);
    this.assistants.push(assistant);
    return assistant;
  }

  /** A reply of an assistant that nobody else asks. */
  reply(
    settings: Partial<OpenAIChatModelSettings> = {},
    request: Partial<ReplyRequest> = {},
    signal?: AbortSignal,
  ): Promise<ReadReply> {
    return read(this.assistant(settings), request, signal);
  }

  /** From then on none of them asks anything by itself. */
  endAssistants(): void {
    for (const assistant of this.assistants.splice(0)) assistant.stopProbing();
  }

  async close(): Promise<void> {
    this.endAssistants();
    await this.server.close();
  }
}

/** What it failed with, after checking that nothing private is in any part of the error. */
export async function failure(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelUnavailableError)) throw new Error(`expected a failure, not ${String(error)}`);
  expect(error.cause).toBeUndefined();
  const everything = `${error.message} ${error.stack ?? ''}`;
  for (const hidden of [KEY, SECRET, SYSTEM_PROMPT.slice(0, 40), 'Drink'])
    expect(everything).not.toContain(hidden);
  return error.message;
}
