import { button, element } from '../shared/element';
import type { BegunReply, HistoryMessage } from './api';
import type { Context } from './context';
import type { Kept } from './kept';
import { type Problem, problemOf } from './problems';
import { Reading, type ReadingSurroundings } from './reading';
import { Sender } from './sender';
import { QuestionView, ReplyView } from './view/messages';
import { ProblemNotice } from './view/problem-notice';

/** What the rest of the page does when something happens in the conversation. */
export interface Surroundings extends Omit<ReadingSurroundings, 'onAgain' | 'onReading'> {
  readonly kept: Kept;
  /** Another conversation is open, or none yet. */
  readonly onOpened: (conversationId: string | undefined) => void;
  /** Whether a message or a reply is on its way. */
  readonly onBusy: (busy: boolean) => void;
  /** What was not taken may be written anew. */
  readonly onUnsent: (text: string) => void;
}

/** The open conversation: its messages, and the reply that is being read. */
export class Conversation {
  readonly node = element('div', { className: 'log', role: 'log', ariaLive: 'off' });
  private id: string | undefined;
  private readonly reading: Reading;
  private readonly sender: Sender;
  /** The last message that is known of the conversation. */
  private last: string | undefined;
  private readonly earlier: HTMLButtonElement;
  private readonly problem: ProblemNotice;
  private cursor: string | null = null;
  /** Whether what stands above was said in another conversation than the one that is open. */
  private isParted = false;
  /** Counts what was opened: what comes for another conversation is not shown. */
  private opened = 0;

  constructor(
    private readonly context: Context,
    private readonly around: Surroundings,
  ) {
    const { text } = context;
    this.node.ariaLabel = text('conversation.label');
    this.earlier = button(text('conversation.earlier'), () => void this.showEarlier(), {
      className: 'quiet earlier',
    });
    this.earlier.hidden = true;
    this.problem = new ProblemNotice(context);
    const onMoved = (): void => {
      around.onBusy(this.isBusy);
    };
    this.sender = new Sender(context, {
      ...around,
      log: this.node,
      conversationId: () => this.id,
      last: () => this.last,
      onMoved,
      onTaken: (question, begun) => {
        this.showTaken(question, begun);
      },
      onGone: () => {
        this.showGone();
      },
      onUnsent: (written) => {
        if (this.isBlank) around.onOpened(undefined);
        around.onUnsent(written);
      },
    });
    this.reading = new Reading(context, {
      ...around,
      onReading: onMoved,
      onAgain: (question) => {
        this.send(question);
      },
    });
  }

  /** Whether a message or a reply is on its way. */
  get isBusy(): boolean {
    return this.sender.isSending || this.reading.isReading;
  }

  /** Whether nothing was said or written yet. */
  get isBlank(): boolean {
    return this.id === undefined && !this.sender.hasUnsent && !this.isParted;
  }

  /**
   * Shows what the tab showed before it was loaded anew, with what was not sent.
   * @param id undefined for a new conversation
   * @returns what was written elsewhere or by somebody else, and was not sent
   */
  resume(id: string | undefined): string {
    const elsewhere = this.sender.restore(id);
    this.id = id;
    if (id === undefined) {
      this.begin();
      this.sender.showUnsent();
    } else {
      void this.open(id);
    }
    return elsewhere;
  }

  /** Begins a new conversation; what is written in the old one is written all the same. */
  startAnew(): void {
    this.sender.leave();
    this.begin();
  }

  /** Shows the last messages of a conversation, and reads a reply along that is still being written. */
  async open(id: string): Promise<void> {
    const { text, announce } = this.context;
    if (id !== this.id) this.sender.leave();
    const turn = this.show(id);
    const waiting = element('p', { className: 'note' }, text('conversation.loading'));
    this.node.append(waiting);
    try {
      const { data } = await this.context.api.chatbot.history.mutate({ conversationId: id });
      if (turn !== this.opened) return;
      this.cursor = data.nextCursor;
      this.earlier.hidden = this.cursor === null;
      this.showHistory(waiting, [...data.messages].reverse());
      announce(text('conversation.opened'));
      this.sender.showUnsent();
      this.around.position.toEnd();
    } catch (error) {
      if (turn !== this.opened) return;
      waiting.remove();
      this.showOpeningFailed(id, problemOf(error));
    }
  }

  /** Sends a message and reads its reply along. */
  send(message: string): void {
    if (this.isFromBefore) this.part();
    this.sender.send(message);
  }

  /** Whether the conversation was begun by a stranger, who has signed in since: it never becomes the account's. */
  private get isFromBefore(): boolean {
    const { conversation } = this.around.kept;
    return conversation?.account === null && this.context.reader.account !== null;
  }

  /** Begins a new conversation under the old one, which can be read as long as the page is not left. */
  private part(): void {
    this.around.kept.conversation = undefined;
    this.forget();
    this.isParted = true;
    this.node.querySelector(':scope > .note')?.remove();
    this.node.append(element('p', { className: 'note parting' }, this.context.text('stranger.parting')));
    this.around.onOpened(undefined);
  }

  private begin(): void {
    this.around.kept.conversation = undefined;
    this.show(undefined);
  }

  /** @returns the id to write in the list of what is open */
  private show(id: string | undefined): number {
    this.reading.leaveAll();
    this.forget();
    this.id = id;
    this.isParted = false;
    this.node.replaceChildren(this.earlier, this.problem.node);
    this.around.onBusy(this.isBusy);
    this.around.onOpened(id);
    return this.opened;
  }

  /** Knows no conversation any more; what is still asked for is not shown. */
  private forget(): void {
    this.id = undefined;
    this.last = undefined;
    this.cursor = null;
    this.earlier.hidden = true;
    this.problem.hide();
    this.opened += 1;
  }

  private showOpeningFailed(id: string, problem: Problem): void {
    if (problem.kind === 'gone') {
      this.showGone();
    } else {
      this.problem.show(undefined, problem, () => void this.open(id));
      this.sender.showUnsent();
    }
  }

  private showGone(): void {
    this.startAnew();
    this.problem.show(this.context.text('conversation.gone'), undefined);
  }

  private async showEarlier(): Promise<void> {
    const { id, cursor, opened } = this;
    if (id === undefined || cursor === null) return;
    // What was asked for twice, or for a conversation that is not open any more, is not shown.
    const isWanted = (): boolean => opened === this.opened && cursor === this.cursor;
    this.problem.hide();
    try {
      const { data } = await this.context.api.chatbot.history.mutate({ conversationId: id, cursor });
      if (!isWanted()) return;
      this.cursor = data.nextCursor;
      this.earlier.hidden = this.cursor === null;
      const before = document.documentElement.scrollHeight;
      const views = data.messages.map((message) => this.past(message)).reverse();
      this.earlier.after(...views);
      scrollBy({ top: document.documentElement.scrollHeight - before, behavior: 'instant' });
      views.at(-1)?.focus({ preventScroll: true });
    } catch (error) {
      if (isWanted()) this.problem.show(undefined, problemOf(error), () => void this.showEarlier());
    }
  }

  /**
   * @param waiting in whose place the messages stand
   * @param messages the first said first: a reply that failed is asked for again with what was said just before it
   */
  private showHistory(waiting: HTMLElement, messages: readonly HistoryMessage[]): void {
    this.sender.compare(messages);
    this.last ??= messages.at(-1)?.messageId;
    let emergency: HTMLElement | undefined;
    const nodes = messages.map((message, index) => {
      const before = messages[index - 1];
      const node = this.past(message, before?.role === 'user' ? before.text : undefined);
      if (message.urgency === 'emergency') emergency = node;
      return node;
    });
    waiting.replaceWith(...nodes);
    if (emergency) this.around.onEmergency(emergency);
  }

  /** @param question that it answers; left out where it is not asked again */
  private past(message: HistoryMessage, question?: string): HTMLElement {
    if (message.role === 'user') return new QuestionView(this.context, message.text).node;
    if (message.state === 'writing') return this.reading.read(message, question);
    if (message.state === 'failed') return this.reading.unwritten(message, question);
    const view = new ReplyView(this.context);
    view.showEnd(message);
    return view.node;
  }

  private showTaken({ node, message }: QuestionView, { conversationId, ...begun }: BegunReply): void {
    const { kept, position, onOpened } = this.around;
    if (this.id === undefined) {
      this.id = conversationId;
      kept.conversation = { id: conversationId, account: this.context.reader.account };
      onOpened(conversationId);
    }
    if (!node.isConnected) {
      // The conversation was opened again meanwhile, maybe before the platform had the message.
      void this.open(this.id);
      return;
    }
    this.last = begun.messageId;
    const reply = this.reading.read({ ...begun, text: '', language: null }, message);
    node.after(reply);
    // In an emergency the room is for what to do.
    position.follow(begun.urgency === 'emergency' ? reply : node);
  }
}
