import { z } from 'zod';
import { AssistantUnavailableError } from '../assistant-model';

/** How a reader sees that an answer stops before its end, in any language. */
export const CUT_ENDING = ' […]';

/** The parts of a chat completion that are used. Servers differ in the rest, and leave out what is null. */
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

export interface CompletionText {
  readonly text: string;
  /** The server's name of the model, where it says one. */
  readonly model: string | undefined;
}

/**
 * Takes the text out of a chat completion.
 * @param body what the server sent
 * @param maximumCharacters longest text that is kept, for servers that ignore the bound on tokens
 * @throws AssistantUnavailableError when there is nothing in it that a person could be shown
 */
export function readCompletion(body: string, maximumCharacters: number): CompletionText {
  const { model, choices } = parse(body);
  const [choice] = choices;
  const finish = choice?.finish_reason;
  if (choice?.message.refusal) throw new AssistantUnavailableError('the model refused to answer');
  if (finish === 'content_filter')
    throw new AssistantUnavailableError('the answer was withheld by a content filter');
  const text = storable(choice?.message.content ?? '').trim();
  if (text === '') {
    // Said for whoever reads the log: a reasoning model can spend the whole bound before its first word.
    const why = finish === 'length' ? ', the bound on tokens was used up (CHATBOT_MAX_REPLY_TOKENS)' : '';
    throw new AssistantUnavailableError(`the completion is empty${why}`);
  }
  const isCut = finish === 'length' || text.length > maximumCharacters;
  return {
    text: isCut ? storable(text.slice(0, maximumCharacters)).trimEnd() + CUT_ENDING : text,
    model:
      storable(model ?? '')
        .trim()
        .slice(0, 100) || undefined,
  };
}

/** PostgreSQL takes neither U+0000 nor half of a surrogate pair in text. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function parse(body: string): z.output<typeof completion> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // The parser's message quotes the body, so it goes no further.
    throw new AssistantUnavailableError('the answer is not JSON, or was longer than is read');
  }
  const result = completion.safeParse(value);
  if (!result.success) throw new AssistantUnavailableError('the answer is no chat completion');
  return result.data;
}
