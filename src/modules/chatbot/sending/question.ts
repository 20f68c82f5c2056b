import type { ProcedureContext } from '../../../platform/contract/procedure-context';
import type { TriagedMessage } from '../../triage';
import type { CountryCode } from '../../../shared/country';
import type { Locale } from '../../../shared/locale';
import type { ChatTurn } from '../models/chat-model';
import { type Sender, senderOf } from '../sender';

/** A message to the assistant. */
export interface Question {
  readonly message: string;
  readonly conversationId: string | null;
  readonly sender: Sender;
  /** Where the person is, if the message or the account says so. */
  readonly country: CountryCode | undefined;
  /** Whether the caller waits for the whole reply, and does not read it as it is generated. */
  readonly isWhole: boolean;
  /** Whether it is not known who the sender is, so that only an emergency is answered, and nothing stored. */
  readonly isCallerUnknown: boolean;
}

/** The input of a message. */
interface MessageInput {
  readonly message: string;
  readonly conversationId?: string | null | undefined;
  readonly country?: CountryCode | undefined;
}

/** Returns the question of a message and its context. */
export function questionOf(
  { message, conversationId = null, country }: MessageInput,
  context: ProcedureContext,
  { isWhole }: Pick<Question, 'isWhole'>,
): Question {
  const own = context.caller?.country;
  return {
    message,
    conversationId,
    sender: senderOf(context),
    country: country ?? (own === null || own === '*' ? undefined : own),
    isWhole,
    isCallerUnknown: context.isCallerUnknown,
  };
}

/** What is known of a question before its reply is generated. */
export interface TriagedQuestion extends TriagedMessage {
  readonly turns: readonly ChatTurn[];
  readonly country: CountryCode | undefined;
  /** Whether the question follows an emergency. */
  readonly isAfterEmergency: boolean;
  /** Whether its language is none that the assistant understands. */
  readonly isForeign: boolean;
  /** The language of the reply. */
  readonly language: Locale;
}
