import { type HistoryMessage, type StartedReply, idempotent } from '../api/api';
import type { Context } from '../context';
import { Outbox } from './outbox';
import { type OutgoingMessage, findDelivered } from './outgoing-message';
import { type Problem, toProblem } from '../api/problems';
import type { TabStorage } from '../storage/tab-storage';
import { QuestionView } from '../view/messages';
import type { ScrollPosition } from '../view/scroll-position';

export interface OutgoingQueueOptions {
  /** The element that contains the messages; it is never empty. */
  readonly log: HTMLElement;
  readonly storage: TabStorage;
  readonly scroll: ScrollPosition;
  /** Returns the open conversation; undefined starts a new one. */
  readonly conversationId: () => string | undefined;
  readonly lastMessageId: () => string | undefined;
  /** A message of the open conversation was delivered. */
  readonly onDelivered: (question: QuestionView, reply: StartedReply) => void;
  /** A message was delivered, in any conversation. */
  readonly onConversationsChanged: () => void;
  /** The conversation does not exist any more. */
  readonly onGone: () => void;
  /** `isSending` may have changed. */
  readonly onSendingChanged: () => void;
  /** Returns the text of undelivered messages to the composer. */
  readonly onReturned: (text: string) => void;
}

/** Sends the messages of the open conversation in order, and keeps those that could not be delivered. */
export class OutgoingQueue {
  private readonly outbox: Outbox;
  /** The undelivered messages of the open conversation, oldest first. */
  private pending = new Set<OutgoingMessage>();
  /** One message at a time, so that the second one belongs to the conversation that the first one has started. */
  private queue = Promise.resolve();

  constructor(
    private readonly context: Context,
    private readonly options: OutgoingQueueOptions,
  ) {
    this.outbox = new Outbox(options.storage, context.user.account);
  }

  get isSending(): boolean {
    return [...this.pending].some(({ isSending }) => isSending);
  }

  get hasUndelivered(): boolean {
    return this.pending.size > 0;
  }

  send(text: string): void {
    const message = { text, question: new QuestionView(this.context, text), isSending: false };
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
    for (const { message: text, call: attempt } of here)
      this.add({ text, question: new QuestionView(this.context, text), attempt, isSending: false });
    return joinTexts(elsewhere);
  }

  /** Removes the messages that the history contains. @param history oldest first */
  removeDelivered(history: readonly HistoryMessage[]): void {
    const idle = [...this.pending].filter(({ isSending }) => !isSending);
    for (const message of findDelivered(history, idle)) {
      this.pending.delete(message);
      this.outbox.remove(message);
    }
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
    this.returnToComposer(pending);
  }

  private add(message: OutgoingMessage): void {
    this.pending.add(message);
    this.outbox.add(message);
  }

  private dispatch(message: OutgoingMessage): void {
    const { pending, options } = this;
    message.isSending = true;
    message.question.problem.hide();
    this.moveToEnd(message);
    options.onSendingChanged();
    options.scroll.follow(message.question.node);
    // A failed message does not block the next one.
    this.queue = this.queue.then(() => this.deliver(message, pending)).catch(reportError);
  }

  /** @param pending the messages of the conversation in which it was dispatched, which may not be open any more */
  private async deliver(message: OutgoingMessage, pending: Set<OutgoingMessage>): Promise<void> {
    const { options } = this;
    let reply: StartedReply | undefined;
    let problem: Problem | undefined;
    try {
      if (pending === this.pending) reply = await this.startReply(message);
    } catch (error) {
      problem = toProblem(error);
    }
    message.isSending = false;
    if (reply) {
      pending.delete(message);
      this.outbox.remove(message);
      options.onConversationsChanged();
    }
    if (pending !== this.pending) this.returnToComposer(pending);
    else if (reply) options.onDelivered(message.question, reply);
    else if (problem) this.showFailed(message, problem);
    options.onSendingChanged();
  }

  private startReply(message: OutgoingMessage): Promise<StartedReply> {
    const { api, selectedCountry } = this.context;
    const { lastMessageId } = this.options;
    const conversationId = this.options.conversationId();
    const previous = message.attempt?.input;
    // A retry reuses the whole input: with another country, it would not be the same call.
    const isRetry = previous?.conversationId === conversationId && previous?.message === message.text;
    const input = isRetry
      ? previous
      : { message: message.text, conversationId, country: selectedCountry.code };
    return api.chatbot.startReply.mutate(
      input,
      idempotent(this.outbox.assignKey(message, input, lastMessageId())),
    );
  }

  private showFailed(message: OutgoingMessage, problem: Problem): void {
    // The page itself shows that the session has ended.
    if (problem.kind === 'session') this.returnToComposer(this.pending);
    else if (problem.kind === 'gone') this.options.onGone();
    else this.showUndeliveredMessage(message, this.context.text('problem.message'), problem);
    this.options.scroll.update();
  }

  /** Shows a message with buttons to retry and to edit it. */
  private showUndeliveredMessage(message: OutgoingMessage, lead: string, problem?: Problem): void {
    this.moveToEnd(message);
    message.question.showUndelivered(
      { lead, problem },
      {
        onRetry: () => {
          this.dispatch(message);
        },
        onEdit: () => {
          this.pending.delete(message);
          this.returnToComposer(new Set([message]));
        },
      },
    );
  }

  /** Moves a message to the end of the log, but before later messages that are not being sent. */
  private moveToEnd(message: OutgoingMessage): void {
    const { node } = message.question;
    const pending = [...this.pending];
    const following = pending
      .slice(pending.indexOf(message))
      .filter((one) => one === message || !one.isSending);
    const skipped = new Set<Element | null>(following.map(({ question }) => question.node));
    let before = this.options.log.lastElementChild;
    while (skipped.has(before)) before = before?.previousElementSibling ?? null;
    if (node.isConnected && node.previousElementSibling === before) return;
    const isFocused = node.contains(document.activeElement);
    before?.after(node);
    if (isFocused) node.focus({ preventScroll: true });
  }

  /** Returns messages to the composer, in order. Does nothing while one of them may still be delivered. */
  private returnToComposer(pending: Set<OutgoingMessage>): void {
    const messages = [...pending];
    if (messages.length === 0 || messages.some(({ isSending }) => isSending)) return;
    pending.clear();
    for (const message of messages) {
      message.question.node.remove();
      this.outbox.returnToComposer(message);
    }
    this.options.onReturned(joinTexts(messages.map(({ text }) => text)));
  }
}

function joinTexts(texts: readonly string[]): string {
  return texts.join('\n\n');
}
