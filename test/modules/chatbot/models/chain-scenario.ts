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

/** A reply that is read only when it is complete. */
export const WHOLE = { isWhole: true };
/** Chunks of a reply that is long enough to be shown when it breaks off. */
export const LONG = [
  'Drink clean water often, in small sips. ',
  'Rest in the shade, and see a health worker today. ',
];

/** An offline model that replies before the deadline only. */
export class OfflineStandIn extends ChatModel {
  // eslint-disable-next-line @typescript-eslint/require-await -- nothing to wait for
  async *streamReply(_request: ReplyRequest, signal: AbortSignal): ReplyChunks {
    signal.throwIfAborted();
    yield 'From here.';
    return { source: 'offline', model: 'last', promptVersion: null };
  }
}

/** Two model servers for the tests of a file, and chains of models that use them. */
export class ChainScenario {
  private constructor(
    readonly first: ModelScenario,
    readonly second: ModelScenario,
  ) {}

  static async start(): Promise<ChainScenario> {
    const [first, second] = await Promise.all([ModelScenario.start(), ModelScenario.start()]);
    return new ChainScenario(first, second);
  }

  /** Stops the models of earlier tests, and makes both servers reply. */
  reset(): void {
    for (const scenario of [this.first, this.second]) scenario.stopModels();
    this.first.server.behave(model.completes('From the first.'));
    this.second.server.behave(model.completes('From the second.'));
  }

  /** Returns a chain of both models and the offline one. @param secondSettings if the second model has others */
  chain(settings: Partial<OpenAIChatModelSettings> = {}, secondSettings = settings): ChatModelChain {
    return new ChatModelChain(
      [this.first.model(settings), this.second.model({ model: 'second-model', ...secondSettings })],
      new OfflineStandIn(),
    );
  }

  /** Returns a chain of the first model and the offline one. */
  chainOfOne(settings: Partial<OpenAIChatModelSettings> = {}, probeTimes?: ProbeTimes): ChatModelChain {
    return new ChatModelChain([this.first.model(settings, probeTimes)], new OfflineStandIn());
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()]);
  }
}

/** Returns the requests with messages of users, without the probes. */
export function userRequests({ server }: ModelScenario): readonly model.ModelRequest[] {
  return server.requests.filter(({ body }) => body.messages.length > 1);
}

/** Returns the log lines of some work as JSON. */
export async function logLinesOf(work: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const addLine = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  Logger.overrideLogger({ log: addLine, warn: addLine, error: addLine });
  try {
    await work();
  } finally {
    Logger.overrideLogger(false);
  }
  return lines;
}
