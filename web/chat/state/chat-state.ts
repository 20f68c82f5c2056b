import { computed, effect, signal } from '@preact/signals';
import type { Locale } from '../../../src/shared/locale';
import { clearAccountStorage } from '../../shared/account-storage';
import { isOtherAccount } from '../../shared/page-account';
import { type Problem, toProblem } from '../api/problems';
import type { ChatMessageKey } from '../i18n/messages/en';
import { ScrollPosition } from '../page/scroll-position';
import { TabStorage } from '../storage/tab-storage';
import type { Context } from './context';
import { Conversation } from './conversation';
import { ConversationList } from './conversation-list';
import type { Failure, Reply } from './messages';

/** After this time without a key, the text in the composer is not being edited any more. */
const EDITING_MS = 5_000;

/** The question of an open dialog. */
export interface Confirmation {
  readonly action: 'delete' | 'leave';
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** The state of the page and what changes it. */
export class ChatState {
  readonly scroll = new ScrollPosition();
  readonly conversation: Conversation;
  /** Undefined if the user is anonymous or, on a stored page, not known. */
  readonly list: ConversationList | undefined;
  /** The text in the composer. */
  readonly draft;
  /** Whether the text in the composer is being edited, although it may be empty for a moment. */
  private readonly isEditing = signal(false);
  private editingTimer: ReturnType<typeof setTimeout> | undefined;
  /** Below the messages. */
  readonly failure = signal<Failure | undefined>(undefined);
  readonly hasSessionEnded = signal(false);
  /** Whether the page stays open for its advice only: another account is signed in. */
  readonly hasOtherSignedIn = signal(false);
  /** The reply with emergency advice that the banner links to, with its language at that time. */
  readonly emergency = signal<{ readonly reply: Reply; readonly language: Locale | null } | undefined>(
    undefined,
  );
  readonly confirmation = signal<Confirmation | undefined>(undefined);
  readonly isMenuOpen = signal(false);
  private readonly storage: TabStorage;

  constructor(readonly context: Context) {
    const { user, connection, session, isFirstAidOpen } = context;
    this.storage = new TabStorage(user.account);
    this.draft = signal(this.storage.draft);
    if (user.account !== null && !connection.isStoredPage) this.list = new ConversationList(context);
    this.conversation = new Conversation(context, {
      storage: this.storage,
      scroll: this.scroll,
      onConversationsChanged: () => void this.reloadList(),
      onEmergency: (reply) => {
        if (this.emergency.peek()?.reply !== reply)
          this.emergency.value = { reply, language: reply.language.peek() };
      },
      onReturned: (message) => {
        this.returnToComposer(message);
      },
    });
    effect(() => {
      this.storage.draft = this.draft.value;
    });
    const isInUse = computed(
      () =>
        isFirstAidOpen.value || this.draft.value !== '' || this.isEditing.value || this.hasSessionEnded.value,
    );
    connection.watch({ isInUse, session });
    effect(() => {
      if (this.conversation.isBlank.value) this.emergency.value = undefined;
    });
    effect(() => {
      // What has failed belongs to the conversation that is left.
      void this.conversation.current.value;
      this.failure.value = undefined;
    });
  }

  /** Restores the tab's conversation. Call it when the page is drawn. */
  start(): void {
    void this.list?.load();
    const undelivered = this.conversation.resume();
    if (undelivered !== '') this.prepend(undelivered);
    if (!this.conversation.current.peek() && matchMedia('(pointer: fine)').matches) focusComposer();
    this.watchSession();
  }

  /** Changes the text in the composer, as the user types. */
  edit(draft: string): void {
    clearTimeout(this.editingTimer);
    this.editingTimer = setTimeout(() => {
      this.endEditing();
    }, EDITING_MS);
    this.isEditing.value = true;
    this.draft.value = draft;
  }

  /** The composer has lost the focus, or its text was sent. */
  endEditing(): void {
    clearTimeout(this.editingTimer);
    this.isEditing.value = false;
  }

  send(message: string): void {
    if (this.context.session.hasEnded) {
      this.returnToComposer(message);
      return;
    }
    this.failure.value = undefined;
    this.conversation.send(message);
  }

  async confirmAndStartNew(): Promise<void> {
    this.isMenuOpen.value = false;
    if (await this.confirmLeaving()) this.startNew();
  }

  async openFromList(id: string): Promise<void> {
    this.isMenuOpen.value = false;
    if (id !== this.conversation.current.peek()?.id && !(await this.confirmLeaving())) return;
    this.emergency.value = undefined;
    document.getElementById('conversation')?.focus();
    await this.conversation.open(id);
  }

  async delete(id: string): Promise<void> {
    const { api, text, announce } = this.context;
    if (!(await this.confirm('delete'))) return;
    this.failure.value = undefined;
    try {
      await api.chatbot.deleteConversation.mutate({ conversationId: id });
    } catch (error) {
      const problem = toProblem(error);
      if (problem.kind !== 'gone') {
        this.showProblem('problem.delete', problem, () => void this.delete(id));
        return;
      }
    }
    if (this.conversation.current.peek()?.id === id) this.startNew();
    announce(text('conversation.deleted'));
    await this.list?.load();
  }

  async signOut(): Promise<void> {
    const { api, session } = this.context;
    this.failure.value = undefined;
    try {
      await api.auth.logout.mutate();
    } catch (error) {
      if (isOtherAccount(error)) {
        this.clearAndReload();
        return;
      }
      const problem = toProblem(error);
      // If the session has ended already, the user is signed out. Otherwise the next person could use the session.
      if (problem.kind !== 'session') {
        this.showProblem('problem.signOut', problem, () => void this.signOut());
        return;
      }
    }
    session.broadcastSignOut();
    this.clearAndReload();
  }

  private startNew(): void {
    this.conversation.startNew();
    focusComposer();
  }

  /** Returns whether the conversation may be left. Asks if an anonymous user would lose an unfinished reply. */
  private async confirmLeaving(): Promise<boolean> {
    const { isBusy, isAnonymous } = this.conversation;
    return !(isBusy.peek() && isAnonymous.peek()) || (await this.confirm('leave'));
  }

  private confirm(action: Confirmation['action']): Promise<boolean> {
    return new Promise((resolve) => {
      const onAnswer = (isConfirmed: boolean): void => {
        this.confirmation.value = undefined;
        resolve(isConfirmed);
      };
      this.confirmation.value = { action, onAnswer };
    });
  }

  private returnToComposer(message: string): void {
    // What an account has written is not shown to another one.
    if (this.hasOtherSignedIn.peek() && this.context.user.account !== null) return;
    this.prepend(message);
    focusComposer();
  }

  /** Inserts an undelivered message before the draft. */
  private prepend(message: string): void {
    const draft = this.draft.peek().trim();
    this.draft.value = draft === '' ? message : `${message}\n\n${draft}`;
  }

  private showProblem(lead: ChatMessageKey, problem: Problem, onRetry: () => void): void {
    this.isMenuOpen.value = false;
    this.failure.value = { lead: this.context.text(lead), problem, onRetry };
    document.querySelector('.after-messages')?.scrollIntoView({ block: 'nearest' });
  }

  private watchSession(): void {
    this.context.session.watch({
      onEnded: () => {
        this.hasSessionEnded.value = true;
      },
      onResumed: () => {
        this.resume();
      },
      onOtherAccount: () => {
        this.leaveToOtherAccount();
      },
      onSignedOut: () => {
        this.clearAndReload();
      },
    });
  }

  private resume(): void {
    if (this.hasOtherSignedIn.peek()) {
      // Most of the conversation is no longer there, and nothing is stored: only a reload brings the account's page back.
      this.context.session.rejectCalls();
      return;
    }
    this.hasSessionEnded.value = false;
    void this.list?.load();
  }

  /** Replaces the page by that of the account that is signed in, unless it has advice that may be stored nowhere. */
  private leaveToOtherAccount(): void {
    const { session, user } = this.context;
    const reply = this.conversation.unstoredAdvice;
    if (this.hasOtherSignedIn.peek()) return;
    if (reply) {
      this.hasOtherSignedIn.value = true;
      session.rejectCalls();
      if (user.account !== null) this.showOnlyAdvice(reply);
    } else if (user.account === null) {
      // What is anonymous stays in the tab: the page of the account returns it to the composer.
      location.reload();
    } else {
      this.clearAndReload();
    }
  }

  /** Shows nothing of the account but the advice and its message. */
  private showOnlyAdvice(reply: Reply): void {
    this.clear();
    this.conversation.showOnlyAdvice();
    this.emergency.value = { reply, language: reply.language.peek() };
    this.failure.value = undefined;
    this.draft.value = '';
  }

  private async reloadList(): Promise<void> {
    if (await this.list?.load()) this.conversation.confirmStored();
  }

  private clearAndReload(): void {
    this.clear();
    location.reload();
  }

  /** Deletes what the account has left in the tab. What is typed or arrives from now on must not be stored again. */
  private clear(): void {
    this.storage.close();
    clearAccountStorage(this.context.user.account);
  }
}

function focusComposer(): void {
  document.getElementById('message')?.focus();
}
