import type { Locale } from '../../../shared/locale';

/** One turn of a conversation, oldest first in a list. */
export interface ChatTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What is to be answered. */
export interface ReplyRequest {
  /** The conversation so far; the last turn is the user's and is the one to answer. */
  readonly turns: readonly ChatTurn[];
  /** The language to answer in. */
  readonly language: Locale;
  /** Whether the reply begins already with what to do in an emergency: what is written here follows that. */
  readonly isEmergency: boolean;
  /** Whether nobody reads along, so that an attempt which breaks in the middle may be begun again elsewhere. */
  readonly isWhole: boolean;
}

/** Who wrote a reply, as it is kept with it. */
export interface Authorship {
  readonly source: 'model' | 'offline';
  /** The model's own name, or the offline assistant's version. */
  readonly model: string;
  /** Of the instructions that a model was given; null for the offline assistant. */
  readonly promptVersion: string | null;
}

/** A reply piece by piece, as it is written; at its end, who wrote it. */
export type ReplyPieces = AsyncGenerator<string, Authorship, undefined>;

/** Whoever answers people's messages. */
export abstract class AssistantModel {
  /**
   * Answers the last turn.
   * @param signal ends the work at the reply's deadline
   * @throws AssistantUnavailableError when no usable reply came
   */
  abstract write(request: ReplyRequest, signal: AbortSignal): ReplyPieces;
}

/** What there is of a reply that broke off before anybody was given any of it. */
export interface PartialReply {
  readonly text: string;
  readonly authorship: Authorship;
}

/** The model gave no usable reply. Its message goes to the log: it holds no text of the conversation. */
export class AssistantUnavailableError extends Error {
  override name = 'AssistantUnavailableError';

  constructor(
    message: string,
    readonly partial?: PartialReply,
  ) {
    super(message);
  }
}
