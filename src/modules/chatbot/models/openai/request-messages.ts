import { withoutIdentifiers } from '../../redaction/identifiers';
import type { ChatTurn, ReplyRequest } from '../chat-model';
import { instructions } from '../prompts/instructions';
import { escapeControlTokens } from './control-tokens';

/** One message of a request for a chat completion. */
export interface RequestMessage {
  readonly role: 'system' | ChatTurn['role'];
  readonly content: string;
}

/**
 * Returns the messages of a request: the instructions, then the turns with placeholders for identifiers. The instructions
 * contain no text of a user. Takes a turn for each.
 */
export async function requestMessages({ turns, ...request }: ReplyRequest): Promise<RequestMessage[]> {
  const redacted: ChatTurn[] = [];
  for (const { role, content } of turns) {
    await request.takeTurn();
    redacted.push({ role, content: escapeControlTokens(withoutIdentifiers(content)) });
  }
  return [{ role: 'system', content: instructions(request) }, ...alternateRoles(redacted)];
}

/**
 * Joins consecutive turns of one role, and drops what precedes the first turn of the user: the chat templates of Mistral
 * and Gemma refuse any other order. Failed replies, parallel messages and a truncated history break this order.
 */
function alternateRoles(turns: readonly ChatTurn[]): ChatTurn[] {
  const start = turns.findIndex(({ role }) => role === 'user');
  const alternating: ChatTurn[] = [];
  for (const { role, content } of start < 0 ? [] : turns.slice(start)) {
    const previous = alternating.at(-1);
    if (previous?.role === role)
      alternating.splice(-1, 1, { role, content: `${previous.content}\n\n${content}` });
    else alternating.push({ role, content });
  }
  return alternating;
}
