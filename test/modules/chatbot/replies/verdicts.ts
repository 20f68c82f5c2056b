import { type Behaviour, completes } from '../../../support/model-server';
import { findText } from '../../triage/found-by-weights';
import { type Reply, findAdvice, send, start } from './conversation';
import type { RepliesScenario } from './replies-scenario';

export const TEXT = 'Keep somebody with you.';
export const ROUTINE = { message: 'How many vaccines does a baby need?', country: 'KE' };
export const SURE_ROUTINE = { signs: [], urgency: 'routine', urgency_is_sure: true };
export const SURE_EMERGENCY = { signs: ['bleeding'], urgency: 'emergency', urgency_is_sure: true };

export const DOUBTFUL = { message: findText('poisoning', true), country: 'KE' };
export const WISH_TO_DIE = { message: findText('selfHarm', false), country: 'KE' };

/** A model that gives a verdict and a text. */
export function replies(verdict: object, text = TEXT): Behaviour {
  return completes(JSON.stringify({ ...verdict, your_reply: text }));
}

export function withAdvice(message: string): string {
  return `${findAdvice(message)}\n\n${TEXT}`;
}

/** Sends a message, whole and streamed, and returns both replies. */
export async function replyTwice(
  scenario: RepliesScenario,
  input: { message: string },
  behaviour: Behaviour,
): Promise<Reply[]> {
  scenario.model.behave(behaviour);
  const whole = await send(scenario.anyone, input);
  scenario.model.behave(behaviour);
  const { messageId } = await start(scenario.anyone, input);
  const stored = await scenario.storedEnd(messageId);
  return [whole, { ...whole, response: stored.content, urgency: urgencyOf(stored.urgency) }];
}

function urgencyOf(stored: string | null): Reply['urgency'] {
  if (stored === 'emergency' || stored === 'today') return stored;
  return 'routine';
}
