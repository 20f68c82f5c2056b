import { type Locale } from '../../src/shared/locale';
import { button, element } from '../shared/element';
import type { Context } from './context';
import { Conversation } from './conversation';
import { Kept } from './kept';
import type { ChatMessageKey } from './messages/en';
import { type Problem, problemOf } from './problems';
import { Composer } from './view/composer';
import { confirmed } from './view/confirmation';
import { ConversationList } from './view/conversation-list';
import { EmergencyBanner } from './view/emergency-banner';
import { icon } from './view/icons';
import { ProblemNotice } from './view/problem-notice';
import { ReadingPosition } from './view/reading-position';
import { SidePanel } from './view/side-panel';
import { StrangerNotice } from './view/stranger-notice';
import { welcome } from './view/welcome';

/** The page: the open conversation, what surrounds it, and how one acts on the other. */
export class ChatPage {
  private readonly kept: Kept;
  private readonly banner: EmergencyBanner;
  private readonly composer: Composer;
  private readonly conversation: Conversation;
  private readonly list: ConversationList | undefined;
  private readonly panel: SidePanel;
  private readonly problem: ProblemNotice;
  /** Stands where one writes, since nothing can be sent. */
  private readonly sessionOver: ProblemNotice;
  private readonly top = element('div', { className: 'top' });
  private readonly latest: HTMLButtonElement;
  private readonly welcome: HTMLElement;
  private readonly notice: StrangerNotice;
  private readonly remove: HTMLButtonElement;

  constructor(
    private readonly root: HTMLElement,
    private readonly context: Context,
    heard: HTMLElement,
  ) {
    const { text, reader } = context;
    this.kept = new Kept(reader.account);
    this.latest = button(
      [icon('down')],
      () => {
        this.goToEnd();
      },
      { className: 'latest', ariaLabel: text('conversation.latest'), title: text('conversation.latest') },
    );
    const position = new ReadingPosition(this.top, this.latest);
    this.banner = new EmergencyBanner(context);
    this.composer = new Composer(context, this.kept, (message) => {
      this.send(message);
    });
    this.problem = new ProblemNotice(context);
    this.sessionOver = new ProblemNotice(context);
    this.notice = new StrangerNotice(context);
    this.remove = button([icon('bin'), text('conversation.delete')], () => void this.deleteOpen(), {
      id: 'delete',
      className: 'quiet',
    });
    this.welcome = welcome(context, (question) => {
      this.send(question);
    });
    if (reader.account !== null) {
      this.list = new ConversationList(context, {
        onOpen: (id) => void this.openListed(id),
        onDelete: (id) => void this.delete(id),
      });
    }
    this.panel = new SidePanel(context, {
      list: this.list,
      onNew: () => void this.leaveForNew(),
      onLanguage: (locale) => {
        changeLanguage(locale);
      },
      onSignOut: () => void this.signOut(),
    });
    this.conversation = new Conversation(context, {
      kept: this.kept,
      position,
      onOpened: (id) => {
        this.showOpened(id);
      },
      onSaid: () => void this.list?.refresh(),
      onBusy: (busy) => {
        this.composer.isBusy = busy;
      },
      onEmergency: (reply) => {
        this.banner.show(reply);
      },
      onUnsent: (message) => {
        this.giveBack(message);
      },
    });
    this.draw(heard);
    this.watchSession();
  }

  /** Shows what the tab showed before, if it is still the reader's to see. */
  start(): void {
    const { kept, context } = this;
    const { conversation } = kept;
    const isReadable =
      conversation && (conversation.account === null || conversation.account === context.reader.account);
    void this.list?.refresh();
    const unsent = this.conversation.resume(isReadable ? conversation.id : undefined);
    if (unsent !== '') this.composer.write(unsent);
    this.composer.fit();
    if (!isReadable && matchMedia('(pointer: fine)').matches) this.composer.focus();
  }

  private draw(heard: HTMLElement): void {
    const { text } = this.context;
    const header = element(
      'header',
      {},
      element('a', { className: 'skip', href: '#message', textContent: text('page.skip') }),
      element(
        'div',
        { className: 'brand' },
        element('p', {}, element('a', { href: '/', textContent: text('page.platform') })),
        element('h1', { textContent: text('page.title') }),
      ),
      this.panel.opener,
    );
    this.top.append(this.banner.node, header);
    this.root.replaceChildren(
      this.top,
      element(
        'div',
        { className: 'columns' },
        this.panel.aside,
        element(
          'main',
          {},
          element(
            'h2',
            { className: 'unseen', id: 'conversation', tabIndex: -1 },
            text('conversation.label'),
          ),
          this.welcome,
          this.conversation.node,
          element('div', { className: 'after' }, this.problem.node, this.notice.node, this.remove),
          element(
            'div',
            { className: 'bottom' },
            this.sessionOver.node,
            this.composer.node,
            element(
              'div',
              { className: 'below' },
              element('p', { className: 'disclaimer' }, text('page.disclaimer')),
              this.latest,
            ),
          ),
        ),
      ),
      this.panel.dialog,
      heard,
    );
  }

  private watchSession(): void {
    this.context.session.watch({
      onOver: () => {
        this.composer.isRefused = true;
        this.sessionOver.show(undefined, { kind: 'session' });
      },
      onBack: () => {
        this.composer.isRefused = false;
        this.sessionOver.hide();
        void this.list?.refresh();
      },
      onAnother: () => {
        this.leave();
      },
    });
  }

  private send(message: string): void {
    if (this.context.session.isOver) {
      this.giveBack(message);
      return;
    }
    this.welcome.hidden = true;
    this.problem.hide();
    this.conversation.send(message);
  }

  private giveBack(message: string): void {
    this.composer.write(message);
    this.composer.focus();
  }

  private showOpened(id: string | undefined): void {
    this.welcome.hidden = !this.conversation.isBlank;
    this.remove.hidden = id === undefined;
    this.problem.hide();
    if (this.conversation.isBlank) this.banner.hide();
    if (this.list) this.list.open = id;
    this.notice.show(this.isStrangers);
  }

  /** Whether the conversation is no account's, and in no list. */
  private get isStrangers(): boolean {
    const { account } = this.kept.conversation ?? this.context.reader;
    return account === null;
  }

  /** Asks first where something is on its way that its reader would never see. */
  private async mayLeave(): Promise<boolean> {
    return !(this.conversation.isBusy && this.isStrangers) || (await confirmed(this.context, 'leave'));
  }

  private async leaveForNew(): Promise<void> {
    this.panel.close();
    if (await this.mayLeave()) this.startAnew();
  }

  private startAnew(): void {
    this.panel.close();
    this.conversation.startAnew();
    this.composer.focus();
  }

  private async openListed(id: string): Promise<void> {
    this.panel.close();
    if (id !== this.kept.conversation?.id && !(await this.mayLeave())) return;
    this.banner.hide();
    this.kept.conversation = { id, account: this.context.reader.account };
    document.getElementById('conversation')?.focus();
    await this.conversation.open(id);
  }

  private async deleteOpen(): Promise<void> {
    const id = this.kept.conversation?.id;
    if (id !== undefined) await this.delete(id);
  }

  private async delete(id: string): Promise<void> {
    const { api, text, announce } = this.context;
    if (!(await confirmed(this.context, 'delete'))) return;
    this.problem.hide();
    try {
      await api.chatbot.deleteConversation.mutate({ conversationId: id });
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind !== 'gone') {
        this.showProblem('problem.delete', problem, () => void this.delete(id));
        return;
      }
    }
    if (this.kept.conversation?.id === id) this.startAnew();
    announce(text('conversation.deleted'));
    await this.list?.refresh();
  }

  private goToEnd(): void {
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
      const problem = problemOf(error);
      // A session that has ended already is as good as ended now; any other may be used by whoever comes next.
      if (problem.kind !== 'session') {
        this.showProblem('problem.signOut', problem, () => void this.signOut());
        return;
      }
    }
    session.signedOut();
    this.leave();
  }

  /** Shows the page anew to whoever is signed in now, with nothing of whoever was before. */
  private leave(): void {
    this.kept.forgetReader();
    location.reload();
  }

  private showProblem(lead: ChatMessageKey, problem: Problem, onRetry: () => void): void {
    this.panel.close();
    this.problem.show(this.context.text(lead), problem, onRetry);
    this.problem.node.scrollIntoView({ block: 'nearest' });
  }
}

/** The conversation and what is written stay with the tab. */
function changeLanguage(locale: Locale): void {
  const address = new URL(location.href);
  address.searchParams.set('lang', locale);
  location.assign(address);
}
