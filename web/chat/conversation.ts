import { button, element } from '../element';
import { type Answer, type HistoryMessage, once } from './api';
import type { Context } from './context';
import type { Kept } from './kept';
import { type Problem, problemOf } from './problems';
import { ReplyReader } from './reply-reader';
import { type Sending, keyOf } from './sending';
import { QuestionView, ReplyView } from './view/messages';
import { ProblemNotice } from './view/problem-notice';
import type { ReadingPosition } from './view/reading-position';

/** What the rest of the page does when something happens in the conversation. */
export interface Surroundings {
  readonly kept: Kept;
  readonly position: ReadingPosition;
  /** Another conversation is open, or none yet. */
  readonly onOpened: (conversationId: string | undefined) => void;
  /** Something was said, so that the list of conversations has changed. */
  readonly onSaid: () => void;
  /** Whether a reply is being read, so that nothing more can be sent. */
  readonly onBusy: (busy: boolean) => void;
  readonly onEmergency: (reply: HTMLElement) => void;
  /** A message was not taken, and may be written anew. */
  readonly onUnsent: (message: string) => void;
}

/** The open conversation: its messages, and the reply that is being read. */
export class Conversation {
  readonly node = element('div', { className: 'log', role: 'log', ariaLive: 'off' });
  private id: string | undefined;
  /** Of the replies that are being read along. */
  private readonly readers = new Set<ReplyReader>();
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
      const messages = [...data.messages].reverse();
      for (const [index, message] of messages.entries()) this.append(message, messages[index - 1]);
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
    const question = new QuestionView(this.context, message);
    this.node.append(question.node);
    void this.deliver({ message, question });
  }

  /** @returns the id to write in the list of what is open */
  private show(id: string | undefined): number {
    for (const reader of this.readers) this.leave(reader);
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
      this.problem.show('', problem, () => void this.open(id));
    }
  }

  private async showEarlier(): Promise<void> {
    const { id, cursor, opened } = this;
    if (id === undefined || cursor === null) return;
    try {
      const { data } = await this.context.api.chatbot.history.mutate({ conversationId: id, cursor });
      if (opened !== this.opened) return;
      this.cursor = data.nextCursor;
      this.earlier.hidden = this.cursor === null;
      const before = document.documentElement.scrollHeight;
      const views = data.messages.map((message) => this.past(message)).reverse();
      this.earlier.after(...views);
      scrollBy({ top: document.documentElement.scrollHeight - before, behavior: 'instant' });
      views.at(-1)?.focus({ preventScroll: true });
    } catch (error) {
      this.problem.show('', problemOf(error), () => void this.showEarlier());
    }
  }

  /** @param before what was said just before it, which a reply that failed is asked for again with */
  private append(message: HistoryMessage, before: HistoryMessage | undefined): void {
    if (message.role === 'assistant' && message.state !== 'completed') {
      const question = before?.role === 'user' ? before.text : undefined;
      if (message.state === 'writing') this.read(message, question);
      else this.node.append(this.failed(question));
      return;
    }
    this.node.append(this.past(message));
  }

  /** A message that nothing is added to. */
  private past(message: HistoryMessage): HTMLElement {
    if (message.role === 'user') return new QuestionView(this.context, message.text).node;
    if (message.state !== 'completed') return this.failed(undefined);
    const view = new ReplyView(this.context);
    view.showEnd(message);
    if (message.urgency === 'emergency') this.around.onEmergency(view.node);
    return view.node;
  }

  private failed(question: string | undefined): HTMLElement {
    const view = new ReplyView(this.context);
    this.showFailed(view, 'unwritten', question);
    return view.node;
  }

  private showFailed(view: ReplyView, problem: Problem | 'unwritten', question: string | undefined): void {
    const { text } = this.context;
    const again =
      question === undefined
        ? undefined
        : () => {
            view.problem.hide();
            this.send(question);
          };
    view.showEnded();
    if (problem === 'unwritten') view.problem.show(text('problem.reply'), undefined, again);
    else view.problem.show('', problem, again);
  }

  private async deliver(sending: Sending): Promise<void> {
    const { api, reader } = this.context;
    const { kept, position, onOpened, onBusy, onSaid } = this.around;
    const { question, message } = sending;
    const turn = this.opened;
    question.problem.hide();
    onBusy(true);
    position.follow(question.node);
    try {
      const input = { message, conversationId: this.id, country: kept.country };
      const { conversationId, messageId, urgency } = await api.chatbot.startReply.mutate(
        input,
        once(keyOf(sending, JSON.stringify(input))),
      );
      onSaid();
      if (turn !== this.opened) return;
      if (this.id === undefined) {
        this.id = conversationId;
        kept.conversation = { id: conversationId, account: reader.account };
        onOpened(conversationId);
      }
      this.read({ messageId, text: '', urgency }, message);
      position.follow(question.node);
    } catch (error) {
      if (turn !== this.opened) return;
      onBusy(false);
      this.showUnsent(sending, problemOf(error));
    }
  }

  private showUnsent(sending: Sending, problem: Problem): void {
    const { text } = this.context;
    const { question, message } = sending;
    if (problem.kind === 'session') {
      question.node.remove();
      this.around.onUnsent(message);
      this.problem.show('', problem);
      this.node.append(this.problem.node);
    } else if (problem.kind === 'gone') {
      this.startAnew();
      this.around.onUnsent(message);
      this.problem.show(text('conversation.gone'), undefined);
    } else {
      question.problem.show(text('problem.message'), problem, () => void this.deliver(sending));
    }
    this.around.position.keep();
  }

  /** Reads a reply along, from its beginning. @param question that it answers */
  private read(
    { messageId, text, urgency }: Pick<HistoryMessage, 'messageId' | 'text' | 'urgency'>,
    question: string | undefined,
  ): void {
    const { announce, text: say } = this.context;
    const { position, onEmergency, onSaid } = this.around;
    const view = new ReplyView(
      this.context,
      () => {
        this.leave(reader);
        view.showStopped();
      },
      () => {
        view.showWriting();
        this.join(reader);
      },
    );
    const reader = new ReplyReader(this.context.api, messageId, {
      onText: (written) => {
        view.showText(written);
        position.keep();
      },
      onConnection: (state) => {
        if (state === 'lost') view.showLost();
        else view.showWriting();
        announce(say(state === 'lost' ? 'problem.reconnecting' : 'problem.reconnected'));
      },
      onCompleted: (answer: Answer) => {
        this.leave(reader);
        view.showCompleted(answer);
        if (answer.urgency === 'emergency') onEmergency(view.node);
        announce(say('message.replied', { text: answer.response }));
        position.keep();
        onSaid();
      },
      onFailed: (problem) => {
        this.leave(reader);
        this.showFailed(view, problem, question);
        position.keep();
      },
    });
    this.node.append(view.node);
    view.showText(text);
    view.showWriting();
    if (urgency === 'emergency') {
      view.showEmergency();
      onEmergency(view.node);
    }
    announce(say('message.writing'));
    this.join(reader);
  }

  private join(reader: ReplyReader): void {
    this.readers.add(reader);
    this.around.onBusy(true);
    reader.start();
  }

  private leave(reader: ReplyReader): void {
    reader.stop();
    this.readers.delete(reader);
    this.around.onBusy(this.readers.size > 0);
  }
}
