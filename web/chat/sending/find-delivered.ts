import type { HistoryMessage } from '../api/api';
import type { Question } from '../state/messages';

/** Returns the messages that the history contains: they were delivered. @param history oldest first */
export function findDelivered(history: readonly HistoryMessage[], messages: Iterable<Question>): Question[] {
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
