import { Logger } from '@nestjs/common';
import {
  type ChatModel,
  ModelUnavailableError,
  type Authorship,
  type ReplyRequest,
  type Triaged,
} from '../../../../src/modules/chatbot/models/chat-model';
import {
  OpenAIChatModel,
  type OpenAIChatModelSettings,
} from '../../../../src/modules/chatbot/models/openai/openai-chat-model';
import { SYSTEM_PROMPT } from '../../../../src/modules/chatbot/models/prompts/system-prompt.5';
import type { Emergency } from '../../../../src/modules/triage';
import { type Behaviour, type ModelRequest, ModelServer } from '../../../support/model-server';

export const KEY = 'sk-test-8d1f';
/** A user's message, which no error may repeat. */
export const SECRET = 'my child has a rash';

/** An emergency that triage found. */
export const EMERGENCY: Emergency = {
  urgency: 'emergency',
  signs: ['chestPain'],
  source: 'phrase',
  isDoubtful: false,
  language: 'en',
  contexts: new Set(),
  advice: 'Call 112 now.\nLet the person sit.',
};

/** A request, with what triage found. */
export interface TestRequest extends Partial<ReplyRequest>, Partial<Triaged> {}

/** Returns the request of a streamed reply to one message. */
export function replyRequest({ emergency, urgency, ...request }: TestRequest = {}): ReplyRequest {
  const turns = [{ role: 'user', content: SECRET }] as const;
  const triaged = () => ({ urgency: urgency ?? emergency?.urgency ?? 'routine', emergency });
  return {
    turns,
    language: 'en',
    triaged,
    isWhole: false,
    onVerdict: () => undefined,
    takeTurn: () => undefined,
    ...request,
  };
}

/** A reply, with the arrival times of its chunks. */
export interface ReadReply {
  readonly chunks: readonly string[];
  readonly text: string;
  readonly authorship: Authorship;
  /** In milliseconds of `performance.now()`. */
  readonly receivedAt: readonly number[];
}

/** Reads a reply to its end. */
export async function readReply(
  model: ChatModel,
  request: TestRequest = {},
  signal = AbortSignal.timeout(10_000),
): Promise<ReadReply> {
  const chunks: string[] = [];
  const receivedAt: number[] = [];
  const reply = model.streamReply(replyRequest(request), signal);
  for (;;) {
    const { done, value } = await reply.next();
    if (done) return { chunks, text: chunks.join(''), authorship: value, receivedAt };
    chunks.push(value);
    receivedAt.push(performance.now());
  }
}

/** One model server for the tests of a suite, and models that use it. */
export class ModelScenario {
  private readonly models: OpenAIChatModel[] = [];
  private started: ModelServer | undefined;

  constructor() {
    beforeAll(async () => {
      Logger.overrideLogger(false);
      this.started = await ModelServer.start();
    });
    afterEach(() => {
      this.stopModels();
    });
    afterAll(() => this.server.close());
  }

  get baseUrl(): string {
    return this.server.baseUrl;
  }

  /** The requests since the last call of `behave`. */
  get requests(): readonly ModelRequest[] {
    return this.server.requests;
  }

  /** Sets the behaviours of the next requests. The last behaviour repeats. */
  behave(first: Behaviour, ...next: Behaviour[]): void {
    this.server.behave(first, ...next);
  }

  /** Returns a model with short probe times. */
  model(
    settings: Partial<OpenAIChatModelSettings> = {},
    probeTimes = { firstMs: 100, longestMs: 400 },
  ): OpenAIChatModel {
    const all = {
      apiKey: KEY,
      baseUrl: this.baseUrl,
      model: 'test-model',
      timeoutMs: 5_000,
      retries: 0,
      maxTokens: 200,
      deadlineMs: 10_000,
      ...settings,
    };
    const model = new OpenAIChatModel(all, probeTimes);
    this.models.push(model);
    return model;
  }

  /** Returns a reply of a new model. */
  reply(
    settings: Partial<OpenAIChatModelSettings> = {},
    request: TestRequest = {},
    signal?: AbortSignal,
  ): Promise<ReadReply> {
    return readReply(this.model(settings), request, signal);
  }

  /** Stops the probes of all models. */
  stopModels(): void {
    for (const model of this.models.splice(0)) model.stopProbing();
  }

  private get server(): ModelServer {
    if (!this.started) throw new Error('the model server is started before the tests, not before the suite');
    return this.started;
  }
}

/** Returns the message of a failure, and checks that no part of the error is private. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(() => undefined).catch((reason: unknown) => reason);
  if (!(error instanceof ModelUnavailableError)) throw new Error(`expected a failure, not ${String(error)}`);
  expect(error.cause).toBeUndefined();
  const everything = `${error.message} ${error.stack ?? ''}`;
  for (const hidden of [KEY, SECRET, SYSTEM_PROMPT.slice(0, 40), 'Drink'])
    expect(everything).not.toContain(hidden);
  return error.message;
}
