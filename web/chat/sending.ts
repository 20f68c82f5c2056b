import type { HistoryMessage, Question } from './api';
import type { QuestionView } from './view/messages';

/** How a message was sent the last time. */
export interface Call {
  readonly input: Question;
  /** Under which it counts once, however often it is sent. */
  readonly key: string;
  /** The message before which nothing of it is in the conversation; undefined where that was not known. */
  readonly after: string | undefined;
}

/** A message that was written, and of which it is not known that the platform took it. */
export interface Sending {
  readonly message: string;
  readonly question: QuestionView;
  call?: Call | undefined;
  isUnderWay: boolean;
}

/** Those messages that a conversation shows to have been taken. @param history the first said first */
export function takenIn(history: readonly HistoryMessage[], sendings: Iterable<Sending>): Sending[] {
  const shown = new Set<HistoryMessage>();
  return [...sendings].filter(({ message, call }) => {
    const before = history.findIndex(({ messageId }) => messageId === call?.after);
    if (before === -1) return false;
    const same = history
      .slice(before + 1)
      .find((said) => said.role === 'user' && said.text === message && !shown.has(said));
    if (same) shown.add(same);
    return same !== undefined;
  });
}
