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
  'Rest in the shade, and see a nurse today. ',
];

/** An offline model that replies before the deadline only. */
export class OfflineStandIn extends ChatModel {
  override readonly givesVerdicts = false;

  // oxlint-disable-next-line typescript/require-await -- nothing to wait for
  async *streamReply(_request: ReplyRequest, signal: AbortSignal): ReplyChunks {
    signal.throwIfAborted();
    yield 'From here.';
    return { source: 'offline', model: 'last', promptVersion: null };
  }
}

/** Two model servers that reply, for the tests of a suite, and chains of models that use them. */
export class ChainScenario {
  readonly first = new ModelScenario();
  readonly second = new ModelScenario();

  constructor() {
    beforeEach(() => {
      this.first.behave(model.completes('From the first.'));
      this.second.behave(model.completes('From the second.'));
    });
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
}

/** Returns the requests with messages of users, without the probes. */
export function userRequests({ requests }: ModelScenario): readonly model.ModelRequest[] {
  return requests.filter(({ body }) => body.messages.length > 1);
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
