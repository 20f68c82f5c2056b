import { withoutIdentifiers } from '../../redaction/identifiers';
import type { ChatTurn, ReplyRequest } from '../assistant-model';
import { instructions } from '../prompts/instructions';
import { alternating } from './alternation';
import { withoutControlTokens } from './control-tokens';

/** One message of a chat completion's request. */
export interface ModelMessage {
  readonly role: 'system' | ChatTurn['role'];
  readonly content: string;
}

/**
 * What leaves for a model: our instructions, then the turns, each under its own role, without what names a person
 * directly. No text of a person joins the instructions.
 */
export function modelMessages({ turns, language, isEmergency }: ReplyRequest): ModelMessage[] {
  const leaving = turns.map(({ role, content }) => ({
    role,
    content: withoutControlTokens(withoutIdentifiers(content)),
  }));
  return [{ role: 'system', content: instructions(language, isEmergency) }, ...alternating(leaving)];
}
