import type { OnModuleDestroy } from '@nestjs/common';
import {
  AssistantModel,
  AssistantUnavailableError,
  type PartialReply,
  type ReplyPieces,
  type ReplyRequest,
} from './assistant-model';
import { LinkedAbort } from './linked-abort';
import type { OpenAIAssistant } from './openai/openai-assistant';
import { cutEnding } from './reply-endings';

/** A reply that broke off is shown from this length on, in characters: less than a sentence or two helps nobody. */
const SHORTEST_PARTIAL = 80;

/** For all models together where the advice for an emergency is given out only with their reply, in milliseconds. */
const HURRIED_SHARE_MS = 5_000;

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
    const shareMs = request.isEmergency && request.isWhole ? HURRIED_SHARE_MS : Infinity;
    const bound = new LinkedAbort(signal);
    const end = () => {
      bound.abort(new DOMException('the models’ time is over', 'TimeoutError'));
    };
    const timer = shareMs < Infinity ? setTimeout(end, shareMs).unref() : undefined;
    try {
      return yield* this.ask(request, bound.signal, shareMs);
    } finally {
      clearTimeout(timer);
      bound.letGo();
    }
  }

  onModuleDestroy(): void {
    for (const model of this.models) model.end();
  }

  private async *ask(request: ReplyRequest, signal: AbortSignal, shareMs: number): ReplyPieces {
    const begunAt = performance.now();
    const left = new Set(this.models);
    let partial: PartialReply | undefined;
    for (let model = soonest(left); model && !signal.aborted; model = soonest(left)) {
      left.delete(model);
      try {
        const endsAt = begunAt + Math.min(model.deadlineMs, shareMs);
        const hasOther = () => soonest(left)?.waitMs === 0;
        return yield* model.write(request, signal, { endsAt, hasOther });
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
}

/** The model that can be asked first, the earlier one of two that both can; none where all that are left are down. */
function soonest(models: ReadonlySet<OpenAIAssistant>): OpenAIAssistant | undefined {
  const waits = [...models].map((model) => ({ model, waitMs: model.waitMs }));
  const [first] = waits.filter(({ waitMs }) => waitMs < Infinity).sort((a, b) => a.waitMs - b.waitMs);
  return first?.model;
}
