import type { OnModuleDestroy } from '@nestjs/common';
import {
  AssistantModel,
  AssistantUnavailableError,
  type PartialReply,
  type ReplyPieces,
  type ReplyRequest,
} from './assistant-model';
import type { OpenAIAssistant } from './openai/openai-assistant';
import { cutEnding } from './reply-endings';

/** A reply that broke off is shown from this length on, in characters: less than a sentence or two helps nobody. */
const SHORTEST_PARTIAL = 80;

/**
 * Asks one model after another, and last the offline assistant, which answers after the deadline too: people are
 * answered whatever happens to the models.
 */
export class AssistantChain extends AssistantModel implements OnModuleDestroy {
  /** @param models in the order in which they are asked */
  constructor(
    readonly models: readonly OpenAIAssistant[],
    readonly last: AssistantModel,
  ) {
    super();
  }

  async *write(request: ReplyRequest, signal: AbortSignal): ReplyPieces {
    let partial: PartialReply | undefined;
    for (const model of this.models) {
      if (signal.aborted || !model.isAvailable) continue;
      try {
        return yield* model.write(request, signal);
      } catch (error) {
        const broken = error instanceof AssistantUnavailableError ? error.partial : undefined;
        if ((broken?.text.length ?? 0) > (partial?.text.length ?? 0)) partial = broken;
      }
    }
    if (!partial || partial.text.length < SHORTEST_PARTIAL) {
      return yield* this.last.write(request, new AbortController().signal);
    }
    yield partial.text;
    yield cutEnding(request.language);
    return partial.authorship;
  }

  onModuleDestroy(): void {
    for (const model of this.models) model.end();
  }
}
