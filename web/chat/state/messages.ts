import { signal } from '@preact/signals';
import type { Locale } from '../../../src/shared/locale';
import type { HistoryMessage, Rating } from '../api/api';
import type { Problem } from '../api/problems';
import type { SendAttempt } from '../storage/tab-storage';

/** A problem that the page shows, with what the user can do about it. */
export interface Failure {
  /** A sentence that says what has failed; undefined if the problem's own text is enough. */
  readonly lead?: string | undefined;
  readonly problem?: Problem | undefined;
  /** Whether it is about a message that the platform has not read, which may describe an emergency. */
  readonly isUnread?: boolean;
  /** The advice that the platform gives for such a message: plain text. Undefined if it found no emergency. */
  readonly advice?: string | undefined;
  /** What the rate limit has refused. */
  readonly action?: 'sending' | 'reading';
  readonly onRetry?: (() => void) | undefined;
  readonly onEdit?: () => void;
}

/** Makes the ids of the messages unique. */
let messageCount = 0;

abstract class Message {
  /** The id of its heading. */
  readonly id = `message-${(messageCount += 1)}`;
  readonly failure = signal<Failure | undefined>(undefined);
}

/** A message of the user. */
export class Question extends Message {
  readonly kind = 'question';
  /** Whether it is being sent, or waits for another one to be sent. */
  isSending = false;

  /** @param attempt the last attempt to send it, if any */
  constructor(
    readonly text: string,
    public attempt?: SendAttempt,
  ) {
    super();
  }
}

/** What is known of a reply before its stream is read. */
export type ReplyStart = Pick<HistoryMessage, 'messageId' | 'text' | 'urgency' | 'language'>;

/** A complete reply. */
export type RatedReply = Pick<HistoryMessage, 'text' | 'messageId' | 'urgency' | 'source' | 'language'> & {
  readonly rating: Rating | null;
};

/** A reply of the assistant. */
export class Reply extends Message {
  readonly kind = 'reply';
  readonly text = signal('');
  /** Of the text; null if unknown. */
  readonly language = signal<Locale | null>(null);
  readonly isEmergency = signal(false);
  readonly state = signal<'writing' | 'lost' | 'stopped' | 'ended'>('ended');
  /** What the user can rate; undefined while the reply is not complete. */
  readonly complete = signal<RatedReply | undefined>(undefined);
  onStop = (): void => undefined;
  onReadOn = (): void => undefined;

  constructor(start: Pick<ReplyStart, 'text' | 'urgency' | 'language'>) {
    super();
    this.update(start);
  }

  /** Shows a text so far, or the whole one. */
  update({ text, urgency, language }: Pick<ReplyStart, 'text' | 'urgency' | 'language'>): void {
    this.text.value = text;
    if (language !== null) this.language.value = language;
    if (urgency === 'emergency') this.isEmergency.value = true;
  }

  end(reply?: RatedReply): void {
    if (reply) {
      this.update(reply);
      this.failure.value = undefined;
      this.complete.value = reply;
    }
    this.state.value = 'ended';
  }
}

/** A sentence of the page between the messages. */
export interface Note {
  readonly kind: 'note';
  readonly id: string;
  readonly text: string;
}

export type Entry = Question | Reply | Note;
