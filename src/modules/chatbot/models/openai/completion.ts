import { z } from 'zod';
import { ModelFailure } from './model-failure';
import { eventData } from './server-sent-events';

/** Of a chat completion, the parts that are used. Servers differ in the rest, and leave out what is null. */
const completion = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

/**
 * Likewise, of one event of a streamed one. The last one may have no choice, only the tokens used; some gateways send
 * events of their own between. What a model thinks comes under names of its own (`reasoning_content`, `reasoning`).
 */
const chunk = z.object({
  error: z.unknown().optional(),
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

const DONE = '[DONE]';

/** What one event says of a reply, or a whole completion at once. */
export interface CompletionPart {
  readonly text: string;
  readonly isRefusal: boolean;
  /** Why the model stopped, where it did: `stop`, `length`, `content_filter`. */
  readonly finish?: string | undefined;
  /** The server's name of the model, where it says one. */
  readonly model?: string | undefined;
}

/**
 * Reads a chat completion as it arrives, streamed or, from a server that does not stream, in one JSON body; told apart by
 * their first character, since servers are careless with content types.
 * @param longestBody in characters
 * @throws ModelFailure for what is neither
 */
export async function* completionParts(
  texts: AsyncGenerator<string>,
  longestBody: number,
): AsyncGenerator<CompletionPart, void, undefined> {
  let begin = '';
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    begin = (begin + next.value).trimStart();
    if (begin !== '') break;
  }
  if (begin.startsWith('{')) {
    let body = begin;
    for await (const text of texts) body += text;
    yield wholeOf(body);
    return;
  }
  let isCompletion = false;
  for await (const data of eventData(following(begin, texts), longestBody)) {
    const part = data === DONE ? { text: '', isRefusal: false, finish: 'stop' } : partOf(data);
    if (!part) continue;
    isCompletion = true;
    yield part;
  }
  if (!isCompletion) throw notCompletion();
}

async function* following(begin: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield begin;
    yield* rest;
  } finally {
    // Whoever stops at the first text closes the connection too.
    await rest.return(undefined);
  }
}

function wholeOf(body: string): CompletionPart {
  const { model, choices } = read(completion, body);
  const [choice] = choices;
  const { content, refusal } = choice?.message ?? {};
  return {
    text: content ?? '',
    isRefusal: Boolean(refusal),
    finish: choice?.finish_reason ?? 'stop',
    model: model ?? undefined,
  };
}

function partOf(data: string): CompletionPart | undefined {
  const { error, model, choices } = read(chunk, data);
  if (error !== undefined && error !== null) {
    throw new ModelFailure('the model server broke off with an error', { isPassing: true });
  }
  const [choice] = choices ?? [];
  if (!choice) return undefined;
  return {
    text: choice.delta?.content ?? '',
    isRefusal: Boolean(choice.delta?.refusal),
    finish: choice.finish_reason ?? undefined,
    model: model ?? undefined,
  };
}

function read<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The parser's message quotes the answer, so it goes no further.
    throw new ModelFailure('the answer is not JSON, or was longer than is read');
  }
  const result = schema.safeParse(value);
  if (!result.success) throw notCompletion();
  return result.data;
}

function notCompletion(): ModelFailure {
  return new ModelFailure('the answer is no chat completion');
}
