import { counter, histogram } from '../../../../platform/metrics/instruments';
import { type Span, beginSpan } from '../../../../platform/tracing/spans';
import type { TokenUsage } from './chat-completion';

type Outcome = 'complete' | 'truncated' | 'refused' | 'failed' | 'abandoned';

/** `server` is the host and port of a setting. */
const durations = histogram<{ server: string; outcome: Outcome }>({
  name: 'platform_model_call_duration_seconds',
  help: 'Duration of the calls of model servers, with each retry, by server and outcome',
  labels: ['server', 'outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80],
});

const firstTexts = histogram<{ server: string }>({
  name: 'platform_model_first_text_seconds',
  help: 'Time to the first text of a model server, by server',
  labels: ['server'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
});

const tokens = counter<{ server: string; kind: 'prompt' | 'completion' }>({
  name: 'platform_model_tokens_total',
  help: 'Tokens that model servers reported, by server and kind; servers that report none are missing',
  labels: ['server', 'kind'],
});

/** Measures and traces one call of a model server, without its text. */
export class ObservedModelCall {
  private readonly since = performance.now();
  private readonly span: Span | undefined;
  private hasText = false;
  private usage: TokenUsage | undefined;
  /** That of a caller that has disconnected. */
  private outcome: Outcome = 'abandoned';

  constructor(
    private readonly server: string,
    model: string,
  ) {
    this.span = beginSpan({
      name: `chat ${model}`,
      kind: 'client',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model,
        'server.address': server,
      },
    });
  }

  countText(): void {
    if (this.hasText) return;
    this.hasText = true;
    firstTexts.recordSeconds({ server: this.server }, this.since);
  }

  /** The last report counts: some servers send the sum until then with each chunk. */
  noteTokens(usage: TokenUsage): void {
    this.usage = usage;
  }

  endWith(outcome: Outcome): void {
    this.outcome = outcome;
  }

  end(): void {
    const { server, outcome } = this;
    durations.recordSeconds({ server, outcome }, this.since);
    if (this.usage) this.countTokens(this.usage);
    this.span?.set({ 'platform.model.outcome': outcome });
    if (outcome === 'failed') this.span?.fail(outcome);
    this.span?.end();
  }

  private countTokens({ prompt, completion }: TokenUsage): void {
    const { server } = this;
    tokens.add({ server, kind: 'prompt' }, prompt);
    tokens.add({ server, kind: 'completion' }, completion);
    this.span?.set({ 'gen_ai.usage.input_tokens': prompt, 'gen_ai.usage.output_tokens': completion });
  }
}
