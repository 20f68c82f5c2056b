import type { Readings } from './message-reader';
import type { Language } from './vocabulary';

/** A message that is only a little more of one language than of the other leaves the conversation's as it is. */
const CLEAR_LEAD = 2;

export interface ConversationLanguage {
  readonly language: Language;
  /** Whether anything was recognised at all. */
  readonly isKnown: boolean;
}

/**
 * The language to answer in: that of the latest message, or of the ones before it when the latest is too short
 * to tell ("ok", "palpitations").
 * @param readings of the user's messages, oldest first
 */
export function conversationLanguage(readings: readonly Readings[]): ConversationLanguage {
  let language: Language | undefined;
  for (const { en, fr } of readings) {
    const lead = en.familiarity - fr.familiarity;
    if (Math.abs(lead) >= (language ? CLEAR_LEAD : 1)) language = lead > 0 ? 'en' : 'fr';
  }
  return { language: language ?? 'en', isKnown: language !== undefined };
}
