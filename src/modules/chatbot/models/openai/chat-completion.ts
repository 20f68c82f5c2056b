import { z } from 'zod';
import { ModelFailure } from './model-failure';
import { readEvents } from './server-sent-events';

const tokenCount = z.int().nonnegative().optional().catch(undefined);

const content = z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish();

/**
 * The fields that are read of a completion (`message`) or of a chunk of a streamed one (`delta`). The package does not
 * validate responses, and servers leave out what is null. The last chunk may have no choice, only the token usage.
 */
const completion = z.object({
  error: z.unknown().optional(),
  model: z.string().nullish(),
  usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }).nullish().catch(null),
  choices: z
    .array(z.object({ finish_reason: z.string().nullish(), message: content, delta: content }))
    .nullish(),
});

/** Tokens that a completion took, as the server reports them. */
export interface TokenUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** A chunk of a streamed completion, or a whole completion. */
export interface CompletionChunk {
  readonly text: string;
  readonly isRefusal: boolean;
  /** `stop`, `length` or `content_filter`; undefined if the model has not finished. */
  readonly finishReason?: string | undefined;
  /** The server's name of the model, if it sends one. */
  readonly model?: string | undefined;
  readonly usage?: TokenUsage | undefined;
}

/**
 * Yields the chunks of a chat completion, or one chunk if the server does not stream. The content type is not used, since
 * servers send wrong ones.
 * @throws ModelFailure if the body is no completion
 */
export async function* readCompletion(
  body: AsyncIterable<Uint8Array> | null,
): AsyncGenerator<CompletionChunk> {
  let isStream = false;
  /** The body without white space at its start, until it proves to be a stream. */
  let whole = '';
  async function* texts() {
    const decoder = new TextDecoder();
    for await (const bytes of body ?? []) {
      const decoded = decoder.decode(bytes, { stream: true });
      const text = whole === '' && !isStream ? decoded.trimStart() : decoded;
      if (!isStream) whole += text;
      yield text;
    }
  }
  for await (const data of readEvents(texts())) {
    const chunk = data === '[DONE]' ? { text: '', isRefusal: false, finishReason: 'stop' } : parseChunk(data);
    if (!chunk) continue;
    isStream = true;
    yield chunk;
  }
  if (isStream) return;
  const chunk = whole.startsWith('{') ? toChunk(parse(whole), 'message') : undefined;
  if (!chunk) throw notACompletion();
  yield { ...chunk, finishReason: chunk.finishReason ?? 'stop' };
}

function parseChunk(data: string): CompletionChunk | undefined {
  const value = parse(data);
  if (value.error !== undefined && value.error !== null)
    throw new ModelFailure('the model server broke off with an error', { isTransient: true });
  return toChunk(value, 'delta');
}

/** @param part `delta` in a stream, where some servers repeat the whole text in `message` */
function toChunk(
  { model, choices, usage }: z.output<typeof completion>,
  part: 'delta' | 'message',
): CompletionChunk | undefined {
  const [choice] = choices ?? [];
  const tokens = usage && { prompt: usage.prompt_tokens ?? 0, completion: usage.completion_tokens ?? 0 };
  if (!choice && part === 'delta' && tokens) return { text: '', isRefusal: false, usage: tokens };
  if (!choice || (part === 'message' && !choice.message)) return undefined;
  const { content, refusal } = choice[part] ?? {};
  return {
    text: content ?? '',
    isRefusal: Boolean(refusal),
    finishReason: choice.finish_reason ?? undefined,
    model: model ?? undefined,
    usage: tokens ?? undefined,
  };
}

function parse(json: string): z.output<typeof completion> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Without the parser's message, which quotes the response.
    throw new ModelFailure('the answer is not JSON, or was longer than is read');
  }
  const { data, success } = completion.safeParse(value);
  if (!success) throw notACompletion();
  return data;
}

function notACompletion(): ModelFailure {
  return new ModelFailure('the answer is no chat completion');
}
