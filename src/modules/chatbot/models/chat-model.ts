import type { Locale } from '../../../shared/locale';
import type { TriagedMessage, Verdict } from '../../triage';
import type { MessageRole, Source } from '../messages/message-values';

/** One turn of a conversation. Lists of turns start with the oldest. */
export interface ChatTurn {
  readonly role: MessageRole;
  readonly content: string;
}

/** What is known of a message. The advice of its emergency stands before the model's text, unless a verdict lowers the urgency. */
export type Triaged = Pick<TriagedMessage, 'urgency' | 'emergency'>;

export interface ReplyRequest {
  /** The conversation. The last turn is the user's message to reply to. */
  readonly turns: readonly ChatTurn[];
  /** The language of the reply. */
  readonly language: Locale;
  /** Returns what is known of the message now: what triage found, and what verdicts have changed since. */
  readonly triaged: () => Triaged;
  /** Whether the reply is read only when it is complete, so that a broken attempt can be repeated. */
  readonly isWhole: boolean;
  /** Gets the model's verdict before its text; null if the attempt that gave it has failed. */
  readonly onVerdict: (verdict: Verdict | null) => void;
  /** Returns when it is the sender's turn for the next piece of work here; undefined for now. */
  readonly takeTurn: () => Promise<void> | undefined;
}

/** The author of a reply, as stored with it. */
export interface Authorship {
  readonly source: Source;
  /** The model's name, or the version of the offline model. */
  readonly model: string;
  /** The version of the instructions; null for the offline model. */
  readonly promptVersion: string | null;
}

/** A reply in chunks. Its return value is the author. */
export type ReplyChunks = AsyncGenerator<string, Authorship, undefined>;

/** A model that replies to messages. */
export abstract class ChatModel {
  /** Whether a verdict may come. The offline assistant gives none. */
  abstract readonly givesVerdicts: boolean;

  /**
   * Replies to the last turn.
   * @param signal is aborted at the reply's deadline
   * @throws ModelUnavailableError if there is no usable reply
   */
  abstract streamReply(request: ReplyRequest, signal: AbortSignal): ReplyChunks;
}

/** The text of a reply that broke off before anyone read it. */
export interface PartialReply {
  readonly text: string;
  readonly authorship: Authorship;
}

/** A model gave no usable reply. The message is logged and contains no text of the conversation. */
export class ModelUnavailableError extends Error {
  override name = 'ModelUnavailableError';

  constructor(
    message: string,
    readonly partial?: PartialReply,
  ) {
    super(message);
  }
}
