import { type BegunReply, type HistoryMessage, once } from './api';
import type { Context } from './context';
import type { Kept } from './kept';
import { Outbox } from './outbox';
import { type Problem, problemOf } from './problems';
import { type Sending, takenIn } from './sending';
import { QuestionView } from './view/messages';
import type { ReadingPosition } from './view/reading-position';

/** What the conversation does when something becomes of what was written in it. */
export interface Addressee {
  /** The conversation's element, in which its messages stand; there is always something in it. */
  readonly log: HTMLElement;
  readonly kept: Kept;
  readonly position: ReadingPosition;
  /** Where a message goes: undefined begins a conversation. */
  readonly conversationId: () => string | undefined;
  /** The last message that is known of the conversation. */
  readonly last: () => string | undefined;
  /** The platform has a message that was written here. */
  readonly onTaken: (question: QuestionView, begun: BegunReply) => void;
  /** The platform has a message, wherever it was written. */
  readonly onSaid: () => void;
  /** There is no such conversation any more. */
  readonly onGone: () => void;
  /** A message is on its way, or is not any more. */
  readonly onMoved: () => void;
  /** What was not taken may be written anew. */
  readonly onUnsent: (text: string) => void;
}

/** Sends what is written in the open conversation, and keeps what could not be sent, in the order in which it was written. */
export class Sender {
  private readonly outbox: Outbox;
  /** What was written here and is not known to be taken, the first written first. */
  private written = new Set<Sending>();
  /** One message after the other: they arrive in their order, and the second goes to the conversation that the first began. */
  private line = Promise.resolve();

  constructor(
    private readonly context: Context,
    private readonly to: Addressee,
  ) {
    this.outbox = new Outbox(to.kept, context.reader.account);
  }

  /** Whether a message is on its way. */
  get isSending(): boolean {
    return [...this.written].some(({ isUnderWay }) => isUnderWay);
  }

  /** Whether there is a message here of which it is not known that it was taken. */
  get hasUnsent(): boolean {
    return this.written.size > 0;
  }

  send(message: string): void {
    const sending = { message, question: new QuestionView(this.context, message), isUnderWay: false };
    this.add(sending);
    this.dispatch(sending);
  }

  /**
   * Finds what was not sent before the page was loaded anew.
   * @param conversationId that is open; undefined for a new one
   * @returns what was written elsewhere, or by somebody else
   */
  restore(conversationId: string | undefined): string {
    const { here, elsewhere } = this.outbox.restore(conversationId);
    for (const { message, call } of here) {
      const question = new QuestionView(this.context, message);
      this.add({ message, question, call, isUnderWay: false });
    }
    return together(elsewhere);
  }

  /** Forgets what a conversation shows to have been taken. @param history the first said first */
  compare(history: readonly HistoryMessage[]): void {
    const waiting = [...this.written].filter(({ isUnderWay }) => !isUnderWay);
    for (const sending of takenIn(history, waiting)) {
      this.written.delete(sending);
      this.outbox.drop(sending);
    }
  }

  /** Shows, at the end of the conversation, what was not sent before it was opened. */
  showUnsent(): void {
    for (const sending of this.written)
      if (!sending.isUnderWay) this.offer(sending, this.context.text('problem.unsent'));
  }

  /** Leaves the conversation. What is not taken in the end goes back to where one writes. */
  leave(): void {
    const { written } = this;
    this.written = new Set();
    this.line = Promise.resolve();
    this.giveBack(written);
  }

  private add(sending: Sending): void {
    this.written.add(sending);
    this.outbox.add(sending);
  }

  private dispatch(sending: Sending): void {
    const { written, to } = this;
    sending.isUnderWay = true;
    sending.question.problem.hide();
    this.place(sending);
    to.onMoved();
    to.position.follow(sending.question.node);
    // What goes wrong with one does not keep the next.
    this.line = this.line.then(() => this.deliver(sending, written)).catch(reportError);
  }

  /** @param written in the conversation of the message, which may have been left meanwhile */
  private async deliver(sending: Sending, written: Set<Sending>): Promise<void> {
    const { to } = this;
    let begun: BegunReply | undefined;
    let problem: Problem | undefined;
    try {
      if (written === this.written) begun = await this.startReply(sending);
    } catch (error) {
      problem = problemOf(error);
    }
    sending.isUnderWay = false;
    if (begun) {
      written.delete(sending);
      this.outbox.drop(sending);
      to.onSaid();
    }
    if (written !== this.written) this.giveBack(written);
    else if (begun) to.onTaken(sending.question, begun);
    else if (problem) this.showFailed(sending, problem);
    to.onMoved();
  }

  private startReply(sending: Sending): Promise<BegunReply> {
    const { api, chosenCountry } = this.context;
    const { last } = this.to;
    const conversationId = this.to.conversationId();
    const sent = sending.call?.input;
    // What was chosen since, such as the country, would make another call of it.
    const isSame = sent?.conversationId === conversationId && sent?.message === sending.message;
    const input = isSame ? sent : { message: sending.message, conversationId, country: chosenCountry.code };
    return api.chatbot.startReply.mutate(input, once(this.outbox.keyOf(sending, input, last())));
  }

  private showFailed(sending: Sending, problem: Problem): void {
    // That the session has ended, the page says itself.
    if (problem.kind === 'session') this.giveBack(this.written);
    else if (problem.kind === 'gone') this.to.onGone();
    else this.offer(sending, this.context.text('problem.message'), problem);
    this.to.position.keep();
  }

  /** Lets a message be sent again, or changed. */
  private offer(sending: Sending, lead: string, problem?: Problem): void {
    this.place(sending);
    sending.question.showUnsent(
      { lead, problem },
      {
        onRetry: () => {
          this.dispatch(sending);
        },
        onEdit: () => {
          this.written.delete(sending);
          this.giveBack(new Set([sending]));
        },
      },
    );
  }

  /** Puts a message at the end, where its reply will come, but before what was written later and is not on its way. */
  private place(sending: Sending): void {
    const { node } = sending.question;
    const written = [...this.written];
    const later = written.slice(written.indexOf(sending)).filter((one) => one === sending || !one.isUnderWay);
    const passed = new Set<Element | null>(later.map(({ question }) => question.node));
    let before = this.to.log.lastElementChild;
    while (passed.has(before)) before = before?.previousElementSibling ?? null;
    if (node.isConnected && node.previousElementSibling === before) return;
    const isFocused = node.contains(document.activeElement);
    before?.after(node);
    if (isFocused) node.focus({ preventScroll: true });
  }

  /** Lets the reader send messages again, all in their order: not before it is known which of them were taken. */
  private giveBack(written: Set<Sending>): void {
    const sendings = [...written];
    if (sendings.length === 0 || sendings.some(({ isUnderWay }) => isUnderWay)) return;
    written.clear();
    for (const sending of sendings) {
      sending.question.node.remove();
      this.outbox.giveBack(sending);
    }
    this.to.onUnsent(together(sendings.map(({ message }) => message)));
  }
}

function together(messages: readonly string[]): string {
  return messages.join('\n\n');
}
