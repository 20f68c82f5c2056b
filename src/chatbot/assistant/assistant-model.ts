/** One turn of a conversation, oldest first in a list. */
export interface ChatTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface AssistantReply {
  readonly text: string;
  /** Which implementation wrote it. */
  readonly source: 'openai' | 'offline';
  /** The model's own name, or the offline assistant's version. */
  readonly model: string;
}

/** Whoever answers people's messages. Its two implementations are chosen by `CHATBOT_PROVIDER`. */
export abstract class AssistantModel {
  /**
   * Answers the last turn, which is the user's.
   * @param signal ends the work at the reply's deadline
   * @throws AssistantUnavailableError when no usable reply came
   */
  abstract reply(turns: readonly ChatTurn[], signal: AbortSignal): Promise<AssistantReply>;
}

/** The model gave no usable reply. Its message goes to the log: it holds no text of the conversation. */
export class AssistantUnavailableError extends Error {
  override name = 'AssistantUnavailableError';
}
