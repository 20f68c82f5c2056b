import { button, element } from '../element';
import { type HistoryMessage, once } from './api';
import type { Context } from './context';
import type { Kept } from './kept';
import { type Problem, problemOf } from './problems';
import { Reading, type ReadingSurroundings } from './reading';
import { type Sending, keyOf } from './sending';
import { QuestionView, ReplyView } from './view/messages';
import { ProblemNotice } from './view/problem-notice';

/** What the rest of the page does when something happens in the conversation. */
export interface Surroundings extends Omit<ReadingSurroundings, 'onAgain'> {
  readonly kept: Kept;
  /** Another conversation is open, or none yet. */
  readonly onOpened: (conversationId: string | undefined) => void;
  /** A message was not taken, and may be written anew. */
  readonly onUnsent: (message: string) => void;
}

/** The open conversation: its messages, and the reply that is being read. */
export class Conversation {
  readonly node = element('div', { className: 'log', role: 'log', ariaLive: 'off' });
  private id: string | undefined;
  private readonly reading: Reading;
  /** Messages that could not be sent, each with its retry. */
  private readonly unsent = new Set<Sending>();
  private readonly earlier: HTMLButtonElement;
  private readonly problem: ProblemNotice;
  private cursor: string | null = null;
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
    this.reading = new Reading(context, {
      ...around,
      onAgain: (question) => {
        this.send(question);
      },
    });
  }

  /** Begins a new conversation; what is written in the old one is written all the same. */
  startAnew(): void {
    this.show(undefined);
    this.around.kept.conversation = undefined;
  }

  /** Shows the last messages of a conversation, and reads a reply along that is still being written. */
  async open(id: string): Promise<void> {
    const { text, announce } = this.context;
    const turn = this.show(id);
    const waiting = element('p', { className: 'note' }, text('conversation.loading'));
    this.node.append(waiting);
    try {
      const { data } = await this.context.api.chatbot.history.mutate({ conversationId: id });
      if (turn !== this.opened) return;
      waiting.remove();
      this.cursor = data.nextCursor;
      this.earlier.hidden = this.cursor === null;
      this.append([...data.messages].reverse());
      announce(text('conversation.opened'));
      this.around.position.toEnd();
    } catch (error) {
      if (turn !== this.opened) return;
      waiting.remove();
      this.showOpeningFailed(id, problemOf(error));
    }
  }

  /** Sends a message and reads its reply along. */
  send(message: string): void {
    void this.deliver({ message, question: new QuestionView(this.context, message) });
  }

  /** @returns the id to write in the list of what is open */
  private show(id: string | undefined): number {
    this.reading.leaveAll();
    for (const sending of this.unsent) this.giveBack(sending);
    this.id = id;
    this.cursor = null;
    this.earlier.hidden = true;
    this.problem.hide();
    this.node.replaceChildren(this.earlier, this.problem.node);
    this.around.onBusy(false);
    this.around.onOpened(id);
    this.opened += 1;
    return this.opened;
  }

  private showOpeningFailed(id: string, problem: Problem): void {
    const { text } = this.context;
    if (problem.kind === 'gone') {
      this.startAnew();
      this.problem.show(text('conversation.gone'), undefined);
    } else {
      this.problem.show(undefined, problem, () => void this.open(id));
    }
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

  /** @param messages the first said first: a reply that failed is asked for again with what was said just before it */
  private append(messages: readonly HistoryMessage[]): void {
    let emergency: HTMLElement | undefined;
    for (const [index, message] of messages.entries()) {
      const before = messages[index - 1];
      const node = this.past(message, before?.role === 'user' ? before.text : undefined);
      if (message.urgency === 'emergency') emergency = node;
      this.node.append(node);
    }
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

  private async deliver(sending: Sending): Promise<void> {
    const { api, reader } = this.context;
    const { kept, position, onBusy, onOpened, onSaid } = this.around;
    const { question, message } = sending;
    const turn = this.opened;
    this.begin(sending);
    onBusy(true);
    position.follow(question.node);
    try {
      const input = { message, conversationId: this.id, country: kept.country };
      const { conversationId, ...begun } = await api.chatbot.startReply.mutate(
        input,
        once(keyOf(sending, JSON.stringify(input))),
      );
      kept.unsent = without(kept.unsent, message);
      onSaid();
      if (turn !== this.opened) return;
      if (this.id === undefined) {
        this.id = conversationId;
        kept.conversation = { id: conversationId, account: reader.account };
        onOpened(conversationId);
      }
      this.node.append(this.reading.read({ ...begun, text: '', language: null }, message));
      position.follow(question.node);
    } catch (error) {
      if (turn !== this.opened) {
        this.giveBack(sending);
        return;
      }
      onBusy(false);
      this.showUnsent(sending, problemOf(error));
    }
  }

  /** Puts a message at the end, where its reply will come, and keeps it until it is known to be taken. */
  private begin(sending: Sending): void {
    const { kept } = this.around;
    const { question, message } = sending;
    const isFocused = question.node.contains(document.activeElement);
    question.problem.hide();
    if (this.unsent.delete(sending)) kept.unsent = without(kept.unsent, message);
    kept.unsent = [...kept.unsent, message];
    this.node.append(question.node);
    if (isFocused) question.node.focus({ preventScroll: true });
  }

  private showUnsent(sending: Sending, problem: Problem): void {
    const { text } = this.context;
    const { question } = sending;
    this.unsent.add(sending);
    if (problem.kind === 'session') {
      // That the session has ended, the page says itself.
      question.node.remove();
      this.giveBack(sending);
    } else if (problem.kind === 'gone') {
      this.startAnew();
      this.problem.show(text('conversation.gone'), undefined);
    } else {
      question.problem.show(text('problem.message'), problem, () => void this.deliver(sending));
    }
    this.around.position.keep();
  }

  /** Leaves it to the reader to send a message again. */
  private giveBack(sending: Sending): void {
    const { kept, onUnsent } = this.around;
    this.unsent.delete(sending);
    kept.unsent = without(kept.unsent, sending.message);
    onUnsent(sending.message);
  }
}

/** The same without one of those that say this. */
function without(messages: readonly string[], message: string): string[] {
  const index = messages.indexOf(message);
  return messages.filter((_, at) => at !== index);
}
