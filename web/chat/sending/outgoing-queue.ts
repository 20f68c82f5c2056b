import { signal } from '@preact/signals';
import { type HistoryMessage, type StartedReply, idempotent } from '../api/api';
import { type Problem, adviceOf, toProblem } from '../api/problems';
import type { Context } from '../state/context';
import { type Failure, Question } from '../state/messages';
import type { TabStorage } from '../storage/tab-storage';
import { findDelivered } from './find-delivered';
import { Outbox } from './outbox';

/** Why a message was not delivered, and the advice that it got. */
interface Refusal extends Pick<Failure, 'advice'> {
  readonly problem: Problem;
}

export interface OutgoingQueueOptions {
  readonly storage: TabStorage;
  /** Returns the open conversation; undefined starts a new one. */
  readonly conversationId: () => string | undefined;
  readonly lastMessageId: () => string | undefined;
  /** Moves a message to the end of the log, but before later ones that are not being sent. */
  readonly onMoved: (question: Question, later: readonly Question[]) => void;
  readonly onRemoved: (question: Question) => void;
  /** A message is being sent, or waits for another one to be sent. */
  readonly onSending: (question: Question) => void;
  /** A message of the open conversation was delivered. */
  readonly onDelivered: (question: Question, reply: StartedReply) => void;
  /** A message was delivered, in any conversation. */
  readonly onConversationsChanged: () => void;
  /** The conversation does not exist any more. @param advice that its message got */
  readonly onGone: (advice: string | undefined) => void;
  /** Returns the text of undelivered messages to the composer. */
  readonly onReturned: (text: string) => void;
}

/** Sends the messages of the open conversation in order, and keeps those that could not be delivered. */
export class OutgoingQueue {
  private readonly outbox: Outbox;
  /** The undelivered messages of the open conversation, oldest first. */
  private pending = new Set<Question>();
  /** Counts the changes of `pending`. */
  private readonly changes = signal(0);
  /** One message at a time, so that the second one belongs to the conversation that the first one has started. */
  private queue = Promise.resolve();

  constructor(
    private readonly context: Context,
    private readonly options: OutgoingQueueOptions,
  ) {
    this.outbox = new Outbox(options.storage, context.user.account);
  }

  /** Whether a message is being sent. */
  get isSending(): boolean {
    return this.changes.value >= 0 && [...this.pending].some(({ isSending }) => isSending);
  }

  get hasUndelivered(): boolean {
    return this.changes.value >= 0 && this.pending.size > 0;
  }

  send(text: string): void {
    const message = new Question(text);
    this.add(message);
    this.dispatch(message);
  }

  /**
   * Restores the messages that were undelivered before the reload.
   * @param conversationId the open conversation; undefined for a new one
   * @returns the text of messages from other conversations, and of anonymous messages
   */
  restore(conversationId: string | undefined): string {
    const { here, elsewhere } = this.outbox.restore(conversationId);
    for (const { message, call } of here) this.add(new Question(message, call));
    return joinTexts(elsewhere);
  }

  /** Removes the messages that the history contains. @param history oldest first */
  removeDelivered(history: readonly HistoryMessage[]): void {
    const idle = [...this.pending].filter(({ isSending }) => !isSending);
    for (const message of findDelivered(history, idle)) {
      this.pending.delete(message);
      this.outbox.remove(message);
    }
    this.reportChange();
  }

  /** Shows the restored messages at the end of the conversation. */
  showUndelivered(): void {
    for (const message of this.pending)
      if (!message.isSending) this.showUndeliveredMessage(message, this.context.text('problem.unsent'));
  }

  /** Leaves the conversation. Its messages return to the composer if they cannot be delivered. */
  leave(): void {
    const { pending } = this;
    this.pending = new Set();
    this.queue = Promise.resolve();
    this.reportChange();
    this.returnToComposer(pending);
  }

  private add(message: Question): void {
    this.pending.add(message);
    this.outbox.add(message);
    this.reportChange();
  }

  private dispatch(message: Question): void {
    const { pending, options } = this;
    message.isSending = true;
    message.failure.value = undefined;
    this.moveToEnd(message);
    options.onSending(message);
    // A failed message does not block the next one.
    this.queue = this.queue.then(() => this.deliver(message, pending)).catch(reportError);
  }

  /** @param pending the messages of the conversation in which it was dispatched, which may not be open any more */
  private async deliver(message: Question, pending: Set<Question>): Promise<void> {
    const { options } = this;
    let reply: StartedReply | undefined;
    let refusal: Refusal | undefined;
    try {
      if (pending === this.pending) reply = await this.startReply(message);
    } catch (error) {
      refusal = { problem: toProblem(error), advice: adviceOf(error) };
    }
    message.isSending = false;
    if (reply) {
      pending.delete(message);
      this.outbox.remove(message);
      options.onConversationsChanged();
    }
    if (pending !== this.pending) this.returnToComposer(pending);
    else if (reply) options.onDelivered(message, reply);
    else if (refusal) this.showFailed(message, refusal);
    this.reportChange();
  }

  private startReply(message: Question): Promise<StartedReply> {
    const { api, chosenCountry } = this.context;
    const { lastMessageId } = this.options;
    const conversationId = this.options.conversationId();
    const previous = message.attempt?.input;
    // A retry reuses the whole input: with another country, it would not be the same call.
    const isRetry = previous?.conversationId === conversationId && previous?.message === message.text;
    // With a country that only the browser has said, an emergency would have its numbers, and no field to correct it.
    const country = chosenCountry.peek();
    const input = isRetry ? previous : { message: message.text, conversationId, country };
    return api.chatbot.startReply.mutate(
      input,
      idempotent(this.outbox.assignKey(message, input, lastMessageId())),
    );
  }

  private showFailed(message: Question, refusal: Refusal): void {
    const { problem, advice } = refusal;
    // The page itself shows that the session has ended.
    if (problem.kind === 'session') this.returnToComposer(this.pending);
    else if (problem.kind === 'gone') this.options.onGone(advice);
    else this.showUndeliveredMessage(message, this.context.text('problem.message'), refusal);
  }

  /** Shows a message with buttons to retry and to edit it. */
  private showUndeliveredMessage(message: Question, lead: string, refusal?: Refusal): void {
    this.moveToEnd(message);
    message.failure.value = {
      lead,
      ...refusal,
      isUnread: true,
      onRetry: () => {
        this.dispatch(message);
      },
      onEdit: () => {
        this.pending.delete(message);
        this.returnToComposer(new Set([message]));
      },
    };
  }

  private moveToEnd(message: Question): void {
    const pending = [...this.pending];
    const later = pending.slice(pending.indexOf(message) + 1).filter(({ isSending }) => !isSending);
    this.options.onMoved(message, later);
    this.reportChange();
  }

  /** Returns messages to the composer, in order. Does nothing while one of them may still be delivered. */
  private returnToComposer(pending: Set<Question>): void {
    const messages = [...pending];
    if (messages.length === 0 || messages.some(({ isSending }) => isSending)) return;
    pending.clear();
    for (const message of messages) {
      this.options.onRemoved(message);
      this.outbox.returnToComposer(message);
    }
    this.reportChange();
    this.options.onReturned(joinTexts(messages.map(({ text }) => text)));
  }

  private reportChange(): void {
    this.changes.value += 1;
  }
}

function joinTexts(texts: readonly string[]): string {
  return texts.join('\n\n');
}
