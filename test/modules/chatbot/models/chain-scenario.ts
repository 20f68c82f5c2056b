import { Logger } from '@nestjs/common';
import { ChatModelChain } from '../../../../src/modules/chatbot/models/chat-model-chain';
import {
  ChatModel,
  type ReplyChunks,
  type ReplyRequest,
} from '../../../../src/modules/chatbot/models/chat-model';
import type { OpenAIChatModelSettings } from '../../../../src/modules/chatbot/models/openai/openai-chat-model';
import type { ProbeTimes } from '../../../../src/modules/chatbot/models/openai/server-circuit';
import { ModelScenario } from './model-scenario';
import * as model from '../../../support/model-server';

/** Nobody reads along. */
export const WHOLE = { isWhole: true };
/** Long enough to be of use when it breaks off. */
export const LONG = [
  'Drink clean water often, in small sips. ',
  'Rest in the shade, and see a health worker today. ',
];

/** Answers while there is time. */
export class LastAssistant extends ChatModel {
  // eslint-disable-next-line @typescript-eslint/require-await -- it has nothing to wait for
  async *streamReply(_request: ReplyRequest, signal: AbortSignal): ReplyChunks {
    signal.throwIfAborted();
    yield 'From here.';
    return { source: 'offline', model: 'last', promptVersion: null };
  }
}

/** Two model servers for the tests of a file, and chains of assistants that ask them. */
export class ChainScenario {
  private constructor(
    readonly first: ModelScenario,
    readonly second: ModelScenario,
  ) {}

  static async start(): Promise<ChainScenario> {
    const [first, second] = await Promise.all([ModelScenario.start(), ModelScenario.start()]);
    return new ChainScenario(first, second);
  }

  /** Both servers answer, and no assistant of before asks anything. */
  reset(): void {
    for (const scenario of [this.first, this.second]) scenario.endAssistants();
    this.first.server.behave(model.completes('From the first.'));
    this.second.server.behave(model.completes('From the second.'));
  }

  /** Both models, then the last one. @param ofSecond settings of the second model where they are others */
  chain(settings: Partial<OpenAIChatModelSettings> = {}, ofSecond = settings): ChatModelChain {
    return new ChatModelChain(
      [this.first.assistant(settings), this.second.assistant({ model: 'second-model', ...ofSecond })],
      new LastAssistant(),
    );
  }

  /** The first model, then the last one. */
  chainOfOne(settings: Partial<OpenAIChatModelSettings> = {}, probeTimes?: ProbeTimes): ChatModelChain {
    return new ChatModelChain([this.first.assistant(settings, probeTimes)], new LastAssistant());
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()]);
  }
}

/** What a server was asked for people, not by us to see whether it is there. */
export function messages({ server }: ModelScenario): readonly model.ModelRequest[] {
  return server.requests.filter(({ body }) => body.messages.length > 1);
}

/** What is logged during some work, each line as JSON. */
export async function logged(work: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  Logger.overrideLogger({ log: note, warn: note, error: note });
  try {
    await work();
  } finally {
    Logger.overrideLogger(false);
  }
  return lines;
}
