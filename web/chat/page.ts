import { type Locale } from '../../src/shared/locale';
import { clearAccountStorage } from '../shared/account-storage';
import { button, element } from '../shared/element';
import type { Context } from './context';
import { Conversation } from './conversation';
import { TabStorage } from './storage/tab-storage';
import type { ChatMessageKey } from './i18n/messages/en';
import { type Problem, toProblem } from './api/problems';
import { Composer } from './view/composer';
import { confirmAction } from './view/confirmation';
import { ConversationList } from './view/conversation-list';
import { EmergencyBanner } from './emergency/emergency-banner';
import { icon } from './view/icons';
import { layout } from './view/layout';
import { ProblemNotice } from './view/problem-notice';
import { ScrollPosition } from './view/scroll-position';
import { SidePanel } from './view/side-panel';
import { AnonymousNotice } from './view/anonymous-notice';
import { welcome } from './view/welcome';

/** The whole page: creates its parts, and connects their events. */
export class ChatPage {
  private readonly storage: TabStorage;
  private readonly banner: EmergencyBanner;
  private readonly composer: Composer;
  private readonly conversation: Conversation;
  private readonly list: ConversationList | undefined;
  private readonly panel: SidePanel;
  private readonly problem: ProblemNotice;
  /** Shown above the composer after the session has ended. */
  private readonly sessionNotice: ProblemNotice;
  private readonly top = element('div', { className: 'top' });
  private readonly endButton: HTMLButtonElement;
  private readonly welcome: HTMLElement;
  private readonly notice: AnonymousNotice;
  private readonly deleteButton: HTMLButtonElement;

  constructor(
    root: HTMLElement,
    private readonly context: Context,
    announcer: HTMLElement,
  ) {
    const { text, user } = context;
    this.storage = new TabStorage(user.account);
    const latest = { ariaLabel: text('conversation.latest'), title: text('conversation.latest') };
    const scrollToEnd = () => {
      this.scrollToEnd();
    };
    this.endButton = button([icon('down')], scrollToEnd, { className: 'scroll-to-end', ...latest });
    const scroll = new ScrollPosition(this.top, this.endButton);
    this.banner = new EmergencyBanner(context);
    this.composer = new Composer(context, this.storage, (message) => {
      this.send(message);
    });
    this.problem = new ProblemNotice(context);
    this.sessionNotice = new ProblemNotice(context);
    this.notice = new AnonymousNotice(context);
    this.deleteButton = button([icon('bin'), text('conversation.delete')], () => void this.deleteOpen(), {
      id: 'delete',
      className: 'quiet',
    });
    this.welcome = welcome(context, (question) => {
      this.send(question);
    });
    if (user.account !== null) {
      this.list = new ConversationList(context, {
        onOpen: (id) => void this.openFromList(id),
        onDelete: (id) => void this.delete(id),
      });
    }
    this.panel = new SidePanel(context, {
      list: this.list,
      onNew: () => void this.confirmAndStartNew(),
      onLanguage: (locale) => {
        changeLanguage(locale);
      },
      onSignOut: () => void this.signOut(),
    });
    this.conversation = new Conversation(context, {
      storage: this.storage,
      scroll,
      onOpened: (id) => {
        this.showOpened(id);
      },
      onConversationsChanged: () => void this.list?.refresh(),
      onBusy: (isBusy) => {
        this.composer.isBusy = isBusy;
      },
      onEmergency: (reply, language) => {
        this.banner.show(reply, language);
      },
      onReturned: (message) => {
        this.composer.restore(message);
      },
    });
    root.replaceChildren(
      ...layout(context, {
        banner: this.banner.node,
        top: this.top,
        menuButton: this.panel.menuButton,
        aside: this.panel.aside,
        welcome: this.welcome,
        messages: this.conversation.node,
        afterMessages: [this.problem.node, this.notice.node, this.deleteButton],
        composer: [this.sessionNotice.node, this.composer.node],
        endButton: this.endButton,
      }),
      this.panel.dialog,
      announcer,
    );
    this.watchSession();
  }

  /** Restores the tab's conversation if the user may see it. */
  start(): void {
    const { storage, context } = this;
    const { conversation } = storage;
    const isReadable =
      conversation && (conversation.account === null || conversation.account === context.user.account);
    void this.list?.refresh();
    const undelivered = this.conversation.resume(isReadable ? conversation.id : undefined);
    if (undelivered !== '') this.composer.prepend(undelivered);
    this.composer.fitHeight();
    if (!isReadable && matchMedia('(pointer: fine)').matches) this.composer.focus();
  }

  private watchSession(): void {
    this.context.session.watch({
      onEnded: () => {
        this.composer.isSendingDisabled = true;
        this.sessionNotice.show(undefined, { kind: 'session' });
      },
      onResumed: () => {
        this.composer.isSendingDisabled = false;
        this.sessionNotice.hide();
        void this.list?.refresh();
      },
      onAccountChanged: () => {
        this.clearAndReload();
      },
    });
  }

  private send(message: string): void {
    if (this.context.session.hasEnded) {
      this.composer.restore(message);
      return;
    }
    this.welcome.hidden = true;
    this.problem.hide();
    this.conversation.send(message);
  }

  private showOpened(id: string | undefined): void {
    this.welcome.hidden = !this.conversation.isBlank;
    this.deleteButton.hidden = id === undefined;
    this.problem.hide();
    if (this.conversation.isBlank) this.banner.hide();
    if (this.list) this.list.open = id;
    this.notice.show(this.isAnonymous);
  }

  /** Whether the conversation belongs to no account, and so is not in the list. */
  private get isAnonymous(): boolean {
    const { account } = this.storage.conversation ?? this.context.user;
    return account === null;
  }

  /** Returns whether the conversation may be left. Asks if an anonymous user would lose an unfinished reply. */
  private async confirmLeaving(): Promise<boolean> {
    return !(this.conversation.isBusy && this.isAnonymous) || (await confirmAction(this.context, 'leave'));
  }

  private async confirmAndStartNew(): Promise<void> {
    this.panel.close();
    if (await this.confirmLeaving()) this.startNew();
  }

  private startNew(): void {
    this.panel.close();
    this.conversation.startNew();
    this.composer.focus();
  }

  private async openFromList(id: string): Promise<void> {
    this.panel.close();
    if (id !== this.storage.conversation?.id && !(await this.confirmLeaving())) return;
    this.banner.hide();
    this.storage.conversation = { id, account: this.context.user.account };
    document.getElementById('conversation')?.focus();
    await this.conversation.open(id);
  }

  private async deleteOpen(): Promise<void> {
    const id = this.storage.conversation?.id;
    if (id !== undefined) await this.delete(id);
  }

  private async delete(id: string): Promise<void> {
    const { api, text, announce } = this.context;
    if (!(await confirmAction(this.context, 'delete'))) return;
    this.problem.hide();
    try {
      await api.chatbot.deleteConversation.mutate({ conversationId: id });
    } catch (error) {
      const problem = toProblem(error);
      if (problem.kind !== 'gone') {
        this.showProblem('problem.delete', problem, () => void this.delete(id));
        return;
      }
    }
    if (this.storage.conversation?.id === id) this.startNew();
    announce(text('conversation.deleted'));
    await this.list?.refresh();
  }

  private scrollToEnd(): void {
    scrollTo({ top: document.documentElement.scrollHeight });
    this.conversation.node
      .querySelector<HTMLElement>('.message:last-of-type')
      ?.focus({ preventScroll: true });
  }

  private async signOut(): Promise<void> {
    const { api, session } = this.context;
    this.problem.hide();
    try {
      await api.auth.logout.mutate();
    } catch (error) {
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

  private clearAndReload(): void {
    // What is typed or arrives until the page is reloaded must not be stored again.
    this.storage.close();
    clearAccountStorage();
    location.reload();
  }

  private showProblem(lead: ChatMessageKey, problem: Problem, onRetry: () => void): void {
    this.panel.close();
    this.problem.show(this.context.text(lead), problem, onRetry);
    this.problem.node.scrollIntoView({ block: 'nearest' });
  }
}

/** Reloads the page in another language. The conversation and the draft stay in the tab's storage. */
function changeLanguage(locale: Locale): void {
  const url = new URL(location.href);
  url.searchParams.set('lang', locale);
  location.assign(url);
}
