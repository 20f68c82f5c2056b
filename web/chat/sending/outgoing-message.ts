import type { HistoryMessage, SendInput } from '../api/api';
import type { QuestionView } from '../view/messages';

/** An attempt to send a message. It is stored as JSON, so its field names must not change. */
export interface SendAttempt {
  readonly input: SendInput;
  /** The idempotency key: repeated attempts with it create one message. */
  readonly key: string;
  /** The last message of the conversation before the first attempt; undefined if unknown. */
  readonly after: string | undefined;
}

/** A message whose delivery is not confirmed. */
export interface OutgoingMessage {
  readonly text: string;
  readonly question: QuestionView;
  /** The last attempt to send it, if any. */
  attempt?: SendAttempt | undefined;
  isSending: boolean;
}

/** Returns the messages that the history contains: they were delivered. @param history oldest first */
export function findDelivered(
  history: readonly HistoryMessage[],
  messages: Iterable<OutgoingMessage>,
): OutgoingMessage[] {
  const matched = new Set<HistoryMessage>();
  return [...messages].filter(({ text, attempt }) => {
    const before = history.findIndex(({ messageId }) => messageId === attempt?.after);
    if (before === -1) return false;
    const match = history
      .slice(before + 1)
      .find((entry) => entry.role === 'user' && entry.text === text && !matched.has(entry));
    if (match) matched.add(match);
    return match !== undefined;
  });
}
