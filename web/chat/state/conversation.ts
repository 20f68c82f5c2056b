import { computed, effect, signal } from '@preact/signals';
import type { HistoryMessage, StartedReply } from '../api/api';
import { type Problem, toProblem } from '../api/problems';
import { type ScrollPosition, findMessage } from '../page/scroll-position';
import { LiveReplies, type LiveRepliesOptions } from '../replies/live-replies';
import { OutgoingQueue } from '../sending/outgoing-queue';
import type { StoredConversation, TabStorage } from '../storage/tab-storage';
import type { Context } from './context';
import { type Entry, type Failure, Question, Reply } from './messages';

export interface ConversationOptions extends Omit<LiveRepliesOptions, 'onRepeatQuestion'> {
  readonly storage: TabStorage;
  readonly scroll: ScrollPosition;
  /** Returns the text of undelivered messages to the composer. */
  readonly onReturned: (text: string) => void;
}

/** The open conversation: its history, outgoing messages and live replies. */
export class Conversation {
  /** The open conversation; undefined for a new one. */
  readonly current = signal<StoredConversation | undefined>(undefined);
  readonly entries = signal<readonly Entry[]>([]);
  /** Why the messages could not be loaded. */
  readonly failure = signal<Failure | undefined>(undefined);
  readonly isLoading = signal(false);
  /** Where the earlier messages begin; null if there are none. */
  readonly cursor = signal<string | null>(null);
  private readonly liveReplies: LiveReplies;
  private readonly outgoing: OutgoingQueue;
  private lastMessageId: string | undefined;
  /** The last message of this page and its advice, while it is not known whether they are stored. */
  private advice: readonly [Question, Reply] | undefined;
  /** Whether the log also contains the anonymous conversation from before the sign-in. */
  private readonly hasPreviousConversation = signal(false);
  /** Counts the opened conversations, to ignore responses for a previous one. */
  private openCount = 0;

  constructor(
    private readonly context: Context,
    private readonly options: ConversationOptions,
  ) {
    this.outgoing = new OutgoingQueue(context, {
      ...options,
      conversationId: () => this.current.peek()?.id,
      lastMessageId: () => this.lastMessageId,
      onMoved: (question, later) => {
        this.moveToEnd(question, later);
      },
      onRemoved: (question) => {
        this.entries.value = this.entries.peek().filter((entry) => entry !== question);
      },
      onSending: ({ id }) => {
        options.scroll.follow(id);
      },
      onDelivered: (question, reply) => {
        this.showDelivered(question, reply);
      },
      onGone: (advice) => {
        this.showGone(advice);
      },
    });
    this.liveReplies = new LiveReplies(context, {
      ...options,
      onRepeatQuestion: (question) => {
        this.send(question);
      },
    });
  }

  /** Whether a message is being sent or a reply is being read. */
  readonly isBusy = computed(() => this.outgoing.isSending || this.liveReplies.isReading);

  /** Whether the log is empty. */
  readonly isBlank = computed(
    () => !this.current.value && !this.outgoing.hasUndelivered && !this.hasPreviousConversation.value,
  );

  /** Whether the conversation belongs to no account, and so is not in the list. */
  readonly isAnonymous = computed(() => (this.current.value ?? this.context.user).account === null);

  /**
   * Restores the tab's conversation, if the user may see it, and its undelivered messages after a reload.
   * @returns the text of undelivered messages from other conversations, and of anonymous ones
   */
  resume(): string {
    const { storage } = this.options;
    const { conversation: stored } = storage;
    const isReadable = stored?.account === null || stored?.account === this.context.user.account;
    const conversation = isReadable ? stored : undefined;
    const elsewhere = this.outgoing.restore(conversation?.id);
    this.current.value = conversation;
    if (conversation) void this.load(conversation);
    else this.outgoing.showUndelivered();
    effect(() => {
      storage.conversation = this.current.value;
    });
    return elsewhere;
  }

  /** Starts a new conversation. The platform completes the replies of the old one nevertheless. */
  startNew(): void {
    this.outgoing.leave();
    this.show(undefined);
  }

  /** Shows a conversation of the account. */
  async open(id: string): Promise<void> {
    if (id !== this.current.peek()?.id) this.outgoing.leave();
    await this.load({ id, account: this.context.user.account });
  }

  /** The advice in the log that the platform may not have stored: no call of the account has succeeded since. */
  get unstoredAdvice(): Reply | undefined {
    return this.advice?.[1];
  }

  /** A call of the account has succeeded after the last message, so that it was stored. */
  confirmStored(): void {
    this.advice = undefined;
  }

  /** Removes everything but the advice that may not be stored, and its message. */
  showOnlyAdvice(): void {
    const { advice, unstoredAdvice } = this;
    // First: an empty conversation without a previous one clears the emergency above it.
    this.hasPreviousConversation.value = true;
    this.outgoing.leave();
    for (const entry of this.entries.peek())
      if (entry instanceof Reply && entry !== unstoredAdvice) entry.onStop();
    this.reset(undefined);
    this.entries.value = advice ?? [];
  }

  send(message: string): void {
    if (this.isFromBeforeSignIn) this.startNewBelow();
    this.outgoing.send(message);
  }

  /** Shows the messages before the first one, and keeps what is in view. */
  async showEarlier(): Promise<void> {
    const { openCount } = this;
    const [id, cursor] = [this.current.peek()?.id, this.cursor.peek()];
    if (id === undefined || cursor === null) return;
    // Ignores the responses of repeated requests, and of a conversation that is not open any more.
    const isCurrent = (): boolean => openCount === this.openCount && cursor === this.cursor.peek();
    this.failure.value = undefined;
    try {
      const { data } = await this.context.api.chatbot.history.mutate({ conversationId: id, cursor });
      if (!isCurrent()) return;
      const earlier = data.messages.map((message) => this.toEntry(message)).reverse();
      const oldHeight = document.documentElement.scrollHeight;
      this.cursor.value = data.nextCursor;
      this.entries.value = [...earlier, ...this.entries.peek()];
      // Preact draws in a microtask, before this one.
      await Promise.resolve();
      scrollBy({ top: document.documentElement.scrollHeight - oldHeight, behavior: 'instant' });
      findMessage(earlier.at(-1)?.id ?? '')?.focus({ preventScroll: true });
    } catch (error) {
      if (isCurrent())
        this.failure.value = { problem: toProblem(error), onRetry: () => void this.showEarlier() };
    }
  }

  /** Whether the conversation is anonymous, but the user has signed in: it never becomes the account's. */
  private get isFromBeforeSignIn(): boolean {
    return this.current.peek()?.account === null && this.context.user.account !== null;
  }

  /** Shows the last messages of a conversation, and reads its unfinished replies. */
  private async load(conversation: StoredConversation): Promise<void> {
    const { text, announce, api } = this.context;
    const openCount = this.show(conversation);
    this.isLoading.value = true;
    try {
      const { data } = await api.chatbot.history.mutate({ conversationId: conversation.id });
      if (openCount !== this.openCount) return;
      this.isLoading.value = false;
      this.cursor.value = data.nextCursor;
      this.showHistory([...data.messages].reverse());
      announce(text('conversation.opened'));
      this.outgoing.showUndelivered();
      this.options.scroll.followEnd();
    } catch (error) {
      if (openCount !== this.openCount) return;
      this.isLoading.value = false;
      this.showLoadingFailed(conversation, toProblem(error));
    }
  }

  /** Starts a new conversation below the old one, which stays readable until the page is left. */
  private startNewBelow(): void {
    // First: an empty conversation without a previous one clears the emergency above it.
    this.hasPreviousConversation.value = true;
    this.reset(undefined);
    const note: Entry = { kind: 'note', id: 'parting', text: this.context.text('anonymous.parting') };
    this.entries.value = [...this.entries.peek(), note];
  }

  /** Empties the log for a conversation. @returns the new `openCount` */
  private show(conversation: StoredConversation | undefined): number {
    this.liveReplies.stopAll();
    this.reset(conversation);
    this.hasPreviousConversation.value = false;
    this.advice = undefined;
    this.entries.value = [];
    return this.openCount;
  }

  private reset(conversation: StoredConversation | undefined): void {
    this.current.value = conversation;
    this.lastMessageId = undefined;
    this.cursor.value = null;
    this.failure.value = undefined;
    this.isLoading.value = false;
    this.openCount += 1;
  }

  private showLoadingFailed(conversation: StoredConversation, problem: Problem): void {
    if (problem.kind === 'gone') {
      this.showGone();
      return;
    }
    this.failure.value = { problem, onRetry: () => void this.load(conversation) };
    this.outgoing.showUndelivered();
  }

  /** @param advice for a message that could not be sent */
  private showGone(advice?: string): void {
    // Messages that were being sent return to the composer unread.
    const isUnread = this.outgoing.hasUndelivered;
    this.startNew();
    this.failure.value = { lead: this.context.text('conversation.gone'), isUnread, advice };
  }

  /** @param messages oldest first */
  private showHistory(messages: readonly HistoryMessage[]): void {
    this.outgoing.removeDelivered(messages);
    this.lastMessageId ??= messages.at(-1)?.messageId;
    const entries = messages.map((message, index) => {
      const before = messages[index - 1];
      return this.toEntry(message, before?.role === 'user' ? before.text : undefined);
    });
    this.entries.value = [...entries, ...this.entries.peek()];
    const emergency = entries.findLast((entry) => entry instanceof Reply && entry.isEmergency.peek());
    if (emergency instanceof Reply) this.options.onEmergency(emergency);
  }

  /** @param question that a reply belongs to; needed to repeat it if the reply has failed */
  private toEntry(message: HistoryMessage, question?: string): Question | Reply {
    if (message.role === 'user') return new Question(message.text);
    if (message.state === 'writing') return this.liveReplies.read(message, question);
    if (message.state === 'failed') return this.liveReplies.createFailed(message, question);
    const reply = new Reply(message);
    reply.end(message);
    return reply;
  }

  private moveToEnd(question: Question, later: readonly Question[]): void {
    const entries = this.entries.peek().filter((entry) => entry !== question);
    const index = entries.findLastIndex((entry) => !(entry instanceof Question && later.includes(entry)));
    this.entries.value = entries.toSpliced(index + 1, 0, question);
  }

  private showDelivered(question: Question, { conversationId, ...started }: StartedReply): void {
    const { scroll } = this.options;
    const conversation = { id: conversationId, account: this.context.user.account };
    // The notice that the conversation before is gone.
    if (!this.current.peek()) this.failure.value = undefined;
    this.current.value ??= conversation;
    const entries = this.entries.peek();
    if (!entries.includes(question)) {
      // The conversation was reopened during the call; its history may not contain the message.
      void this.load(this.current.peek() ?? conversation);
      return;
    }
    this.lastMessageId = started.messageId;
    const reply = this.liveReplies.read({ ...started, text: '' }, question.text);
    this.advice = started.urgency === 'emergency' ? [question, reply] : undefined;
    this.entries.value = entries.toSpliced(entries.indexOf(question) + 1, 0, reply);
    // In an emergency the reply is more important than the question.
    scroll.follow(started.urgency === 'emergency' ? reply.id : question.id);
  }
}
