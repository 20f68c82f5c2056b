import type { Locale } from '../../src/shared/locale';
import { button, element } from '../shared/element';
import type { HistoryMessage, StartedReply } from './api/api';
import type { Context } from './context';
import { LiveReplies, type LiveRepliesOptions } from './replies/live-replies';
import { type Problem, toProblem } from './api/problems';
import { OutgoingQueue } from './sending/outgoing-queue';
import type { TabStorage } from './storage/tab-storage';
import { QuestionView, ReplyView } from './view/messages';
import { ProblemNotice } from './view/problem-notice';

export interface ConversationOptions extends Omit<
  LiveRepliesOptions,
  'onRepeatQuestion' | 'onReadingChanged'
> {
  readonly storage: TabStorage;
  /** @param conversationId undefined for a new conversation */
  readonly onOpened: (conversationId: string | undefined) => void;
  readonly onBusy: (isBusy: boolean) => void;
  /** Returns the text of undelivered messages to the composer. */
  readonly onReturned: (text: string) => void;
}

/** The open conversation: its history, outgoing messages and live replies. */
export class Conversation {
  readonly node = element('div', { className: 'log', role: 'log', ariaLive: 'off' });
  private id: string | undefined;
  private readonly liveReplies: LiveReplies;
  private readonly outgoing: OutgoingQueue;
  private lastMessageId: string | undefined;
  private readonly earlierButton: HTMLButtonElement;
  private readonly problem: ProblemNotice;
  private cursor: string | null = null;
  /** Whether the log also contains the anonymous conversation from before the sign-in. */
  private hasPreviousConversation = false;
  /** Counts the opened conversations, to ignore responses for a previous one. */
  private openCount = 0;

  constructor(
    private readonly context: Context,
    private readonly options: ConversationOptions,
  ) {
    const { text } = context;
    this.node.ariaLabel = text('conversation.label');
    this.earlierButton = button(text('conversation.earlier'), () => void this.showEarlier(), {
      className: 'quiet earlier',
    });
    this.earlierButton.hidden = true;
    this.problem = new ProblemNotice(context);
    const reportBusy = (): void => {
      options.onBusy(this.isBusy);
    };
    this.outgoing = new OutgoingQueue(context, {
      ...options,
      log: this.node,
      conversationId: () => this.id,
      lastMessageId: () => this.lastMessageId,
      onSendingChanged: reportBusy,
      onDelivered: (question, reply) => {
        this.showDelivered(question, reply);
      },
      onGone: () => {
        this.showGone();
      },
      onReturned: (message) => {
        if (this.isBlank) options.onOpened(undefined);
        options.onReturned(message);
      },
    });
    this.liveReplies = new LiveReplies(context, {
      ...options,
      onReadingChanged: reportBusy,
      onRepeatQuestion: (question) => {
        this.send(question);
      },
    });
  }

  /** Whether a message is being sent or a reply is being read. */
  get isBusy(): boolean {
    return this.outgoing.isSending || this.liveReplies.isReading;
  }

  /** Whether the log is empty. */
  get isBlank(): boolean {
    return this.id === undefined && !this.outgoing.hasUndelivered && !this.hasPreviousConversation;
  }

  /**
   * Restores the conversation and its undelivered messages after a reload.
   * @param id undefined for a new conversation
   * @returns the text of undelivered messages from other conversations, and of anonymous ones
   */
  resume(id: string | undefined): string {
    const elsewhere = this.outgoing.restore(id);
    this.id = id;
    if (id === undefined) {
      this.showNew();
      this.outgoing.showUndelivered();
    } else {
      void this.open(id);
    }
    return elsewhere;
  }

  /** Starts a new conversation. The platform completes the replies of the old one nevertheless. */
  startNew(): void {
    this.outgoing.leave();
    this.showNew();
  }

  /** Shows the last messages of a conversation, and reads its unfinished replies. */
  async open(id: string): Promise<void> {
    const { text, announce } = this.context;
    if (id !== this.id) this.outgoing.leave();
    const openCount = this.show(id);
    const loading = element('p', { className: 'note' }, text('conversation.loading'));
    this.node.append(loading);
    try {
      const { data } = await this.context.api.chatbot.history.mutate({ conversationId: id });
      if (openCount !== this.openCount) return;
      this.cursor = data.nextCursor;
      this.earlierButton.hidden = this.cursor === null;
      this.showHistory(loading, [...data.messages].reverse());
      announce(text('conversation.opened'));
      this.outgoing.showUndelivered();
      this.options.scroll.followEnd();
    } catch (error) {
      if (openCount !== this.openCount) return;
      loading.remove();
      this.showOpeningFailed(id, toProblem(error));
    }
  }

  send(message: string): void {
    if (this.isFromBeforeSignIn) this.startNewBelow();
    this.outgoing.send(message);
  }

  /** Whether the conversation is anonymous, but the user has signed in: it never becomes the account's. */
  private get isFromBeforeSignIn(): boolean {
    const { conversation } = this.options.storage;
    return conversation?.account === null && this.context.user.account !== null;
  }

  /** Starts a new conversation below the old one, which stays readable until the page is left. */
  private startNewBelow(): void {
    this.options.storage.conversation = undefined;
    this.reset();
    this.hasPreviousConversation = true;
    this.node.querySelector(':scope > .note')?.remove();
    this.node.append(element('p', { className: 'note parting' }, this.context.text('anonymous.parting')));
    this.options.onOpened(undefined);
  }

  private showNew(): void {
    this.options.storage.conversation = undefined;
    this.show(undefined);
  }

  /** Empties the log for a conversation. @returns the new `openCount` */
  private show(id: string | undefined): number {
    this.liveReplies.stopAll();
    this.reset();
    this.id = id;
    this.hasPreviousConversation = false;
    this.node.replaceChildren(this.earlierButton, this.problem.node);
    this.options.onBusy(this.isBusy);
    this.options.onOpened(id);
    return this.openCount;
  }

  private reset(): void {
    this.id = undefined;
    this.lastMessageId = undefined;
    this.cursor = null;
    this.earlierButton.hidden = true;
    this.problem.hide();
    this.openCount += 1;
  }

  private showOpeningFailed(id: string, problem: Problem): void {
    if (problem.kind === 'gone') {
      this.showGone();
    } else {
      this.problem.show(undefined, problem, () => void this.open(id));
      this.outgoing.showUndelivered();
    }
  }

  private showGone(): void {
    this.startNew();
    this.problem.show(this.context.text('conversation.gone'), undefined);
  }

  private async showEarlier(): Promise<void> {
    const { id, cursor, openCount } = this;
    if (id === undefined || cursor === null) return;
    // Ignores the responses of repeated requests, and of a conversation that is not open any more.
    const isCurrent = (): boolean => openCount === this.openCount && cursor === this.cursor;
    this.problem.hide();
    try {
      const { data } = await this.context.api.chatbot.history.mutate({ conversationId: id, cursor });
      if (!isCurrent()) return;
      this.cursor = data.nextCursor;
      this.earlierButton.hidden = this.cursor === null;
      const oldHeight = document.documentElement.scrollHeight;
      const nodes = data.messages.map((message) => this.messageElement(message)).reverse();
      this.earlierButton.after(...nodes);
      scrollBy({ top: document.documentElement.scrollHeight - oldHeight, behavior: 'instant' });
      nodes.at(-1)?.focus({ preventScroll: true });
    } catch (error) {
      if (isCurrent()) this.problem.show(undefined, toProblem(error), () => void this.showEarlier());
    }
  }

  /** Replaces the loading note by the messages. @param messages oldest first */
  private showHistory(loading: HTMLElement, messages: readonly HistoryMessage[]): void {
    this.outgoing.removeDelivered(messages);
    this.lastMessageId ??= messages.at(-1)?.messageId;
    let emergency: { readonly node: HTMLElement; readonly language: Locale | null } | undefined;
    const nodes = messages.map((message, index) => {
      const before = messages[index - 1];
      const node = this.messageElement(message, before?.role === 'user' ? before.text : undefined);
      if (message.urgency === 'emergency') emergency = { node, language: message.language };
      return node;
    });
    loading.replaceWith(...nodes);
    if (emergency) this.options.onEmergency(emergency.node, emergency.language);
  }

  /** @param question that a reply belongs to; needed to repeat it if the reply has failed */
  private messageElement(message: HistoryMessage, question?: string): HTMLElement {
    if (message.role === 'user') return new QuestionView(this.context, message.text).node;
    if (message.state === 'writing') return this.liveReplies.read(message, question);
    if (message.state === 'failed') return this.liveReplies.createFailed(message, question);
    const view = new ReplyView(this.context);
    view.showFromHistory(message);
    return view.node;
  }

  private showDelivered({ node, message }: QuestionView, { conversationId, ...reply }: StartedReply): void {
    const { storage, scroll, onOpened } = this.options;
    if (this.id === undefined) {
      this.id = conversationId;
      storage.conversation = { id: conversationId, account: this.context.user.account };
      onOpened(conversationId);
    }
    if (!node.isConnected) {
      // The conversation was reopened during the call; its history may not contain the message.
      void this.open(this.id);
      return;
    }
    this.lastMessageId = reply.messageId;
    const replyNode = this.liveReplies.read({ ...reply, text: '' }, message);
    node.after(replyNode);
    // In an emergency the reply is more important than the question.
    scroll.follow(reply.urgency === 'emergency' ? replyNode : node);
  }
}
