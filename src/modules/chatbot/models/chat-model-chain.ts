import type { OnModuleDestroy } from '@nestjs/common';
import {
  ChatModel,
  ModelUnavailableError,
  type PartialReply,
  type ReplyChunks,
  type ReplyRequest,
} from './chat-model';
import type { Verdict } from '../../triage';
import { LinkedAbort } from './linked-abort';
import type { OpenAIChatModel } from './openai/openai-chat-model';
import { truncationNotice } from './reply-notices';

/** A shorter part of a reply is useless: it is less than a sentence or two. */
const MIN_PARTIAL_LENGTH = 80;

/** Time for all models if the emergency advice is shown only together with their reply. */
const EMERGENCY_LIMIT_MS = 5_000;

/** Tries one model after another, then the offline model, which replies after the deadline too. */
export class ChatModelChain extends ChatModel implements OnModuleDestroy {
  /** @param models in the order of preference */
  constructor(
    readonly models: readonly OpenAIChatModel[],
    readonly offline: ChatModel,
  ) {
    super();
  }

  get givesVerdicts(): boolean {
    return firstAvailable(new Set(this.models)) !== undefined;
  }

  async *streamReply(request: ReplyRequest, signal: AbortSignal): ReplyChunks {
    const linked = new LinkedAbort(signal);
    let timer: NodeJS.Timeout | undefined;
    const limitTime = () => {
      timer ??= setTimeout(() => {
        linked.abort(new DOMException('the time for the models is over', 'TimeoutError'));
      }, EMERGENCY_LIMIT_MS).unref();
    };
    const isLimited = request.triaged().emergency !== undefined && request.isWhole;
    if (isLimited) limitTime();
    const onVerdict = (verdict: Verdict | null) => {
      if (verdict?.urgency === 'emergency' && request.isWhole) limitTime();
      request.onVerdict(verdict);
    };
    try {
      const limitMs = isLimited ? EMERGENCY_LIMIT_MS : Infinity;
      return yield* this.tryModels({ ...request, onVerdict }, linked.signal, limitMs);
    } finally {
      clearTimeout(timer);
      linked.unlink();
    }
  }

  onModuleDestroy(): void {
    for (const model of this.models) model.stopProbing();
  }

  private async *tryModels(request: ReplyRequest, signal: AbortSignal, limitMs: number): ReplyChunks {
    const startedAt = performance.now();
    const untried = new Set(this.models);
    let partial: PartialReply | undefined;
    for (let model = firstAvailable(untried); model && !signal.aborted; model = firstAvailable(untried)) {
      untried.delete(model);
      try {
        const deadlineAt = startedAt + Math.min(model.deadlineMs, limitMs);
        const hasAlternative = () => firstAvailable(untried)?.waitMs === 0;
        return yield* model.streamReply(request, signal, { deadlineAt, hasAlternative });
      } catch (error) {
        const broken = error instanceof ModelUnavailableError ? error.partial : undefined;
        if ((broken?.text.length ?? 0) > (partial?.text.length ?? 0)) partial = broken;
      }
    }
    if (!partial || partial.text.length < MIN_PARTIAL_LENGTH)
      return yield* this.offline.streamReply(request, new AbortController().signal);
    yield partial.text;
    yield truncationNotice(request.language);
    return partial.authorship;
  }
}

/** Returns the model with the shortest wait, of equal ones the preferred; undefined if all are down. */
function firstAvailable(models: ReadonlySet<OpenAIChatModel>): OpenAIChatModel | undefined {
  const waits = [...models].map((model) => ({ model, waitMs: model.waitMs }));
  const [first] = waits.filter(({ waitMs }) => waitMs < Infinity).sort((a, b) => a.waitMs - b.waitMs);
  return first?.model;
}
