import { button, element } from '../../shared/element';
import type { ConversationEntry } from '../api/api';
import type { Context } from '../context';
import { icon } from './icons';

interface Actions {
  readonly onOpen: (conversationId: string) => void;
  readonly onDelete: (conversationId: string) => void;
}

/** The focused button of a conversation. */
interface FocusedButton {
  readonly conversationId: string | undefined;
  /** The position of the conversation in the list. */
  readonly index: number;
  readonly className: string;
}

/** The account's conversations, last used first, loaded page by page. */
export class ConversationList {
  readonly node: HTMLElement;
  private readonly list = element('ul', { className: 'conversations' });
  private readonly note = element('p', { className: 'note', hidden: true });
  private readonly moreButton: HTMLButtonElement;
  private entries: ConversationEntry[] = [];
  private cursor: string | null = null;
  private current: string | undefined;
  private requestCount = 0;

  constructor(
    private readonly context: Context,
    private readonly actions: Actions,
  ) {
    const { text } = context;
    this.moreButton = button(text('conversations.more'), () => void this.showMore(), { className: 'quiet' });
    this.moreButton.hidden = true;
    this.node = element(
      'nav',
      { attributes: { 'aria-labelledby': 'conversations-title' } },
      element('h2', { id: 'conversations-title', tabIndex: -1 }, text('conversations.title')),
      this.list,
      this.note,
      this.moreButton,
    );
  }

  async refresh(): Promise<void> {
    await this.load(undefined);
  }

  /** Marks the open conversation; undefined for a new one. */
  set open(conversationId: string | undefined) {
    this.current = conversationId;
    this.draw();
  }

  private async showMore(): Promise<void> {
    const oldLength = this.entries.length;
    if (this.cursor !== null) await this.load(this.cursor);
    this.list.querySelectorAll<HTMLButtonElement>('.open')[oldLength]?.focus();
  }

  private async load(cursor: string | undefined): Promise<void> {
    const { api, text } = this.context;
    this.requestCount += 1;
    const request = this.requestCount;
    try {
      const { data } = await api.chatbot.conversations.query({ cursor });
      // A later request replaces this one.
      if (request !== this.requestCount) return;
      this.entries = cursor === undefined ? data.conversations : [...this.entries, ...data.conversations];
      this.cursor = data.nextCursor;
      this.showNote(this.entries.length === 0 ? text('conversations.none') : undefined);
      this.draw();
    } catch {
      if (request === this.requestCount) this.showNote(text('conversations.failed'));
    }
  }

  private showNote(note: string | undefined): void {
    this.note.hidden = note === undefined;
    this.note.textContent = note ?? '';
  }

  private draw(): void {
    this.moreButton.hidden = this.cursor === null;
    const focused = this.findFocused();
    this.list.replaceChildren(...this.entries.map((entry) => this.item(entry)));
    if (focused) this.restoreFocus(focused);
  }

  private findFocused(): FocusedButton | undefined {
    const button = document.activeElement;
    const item = button?.parentElement;
    if (!button || item?.parentElement !== this.list) return undefined;
    const index = [...this.list.children].indexOf(item);
    return { conversationId: item.dataset.id, index, className: button.className };
  }

  /** Focuses the same button; the next conversation if this one was deleted; or the heading if the list is empty. */
  private restoreFocus({ conversationId, index, className }: FocusedButton): void {
    const items = [...this.list.children].filter((item) => item instanceof HTMLElement);
    const same = items.find((item) => item.dataset.id === conversationId);
    const item = same ?? items[index] ?? items.at(-1);
    const target = item?.querySelector<HTMLElement>(`.${same ? className : 'open'}`);
    (target ?? this.node.querySelector<HTMLElement>('h2'))?.focus({ preventScroll: true });
  }

  private item({ conversationId, title, lastMessageAt }: ConversationEntry): HTMLElement {
    const { text, formatDateTime } = this.context;
    const isCurrent = conversationId === this.current;
    const open = button(
      [
        element('bdi', { className: 'title' }, title),
        element('time', { dateTime: lastMessageAt }, formatDateTime(new Date(lastMessageAt))),
      ],
      () => {
        this.actions.onOpen(conversationId);
      },
      { className: 'open', ...(isCurrent && { ariaCurrent: 'true' }) },
    );
    const label = text('conversations.deleteOf', { title });
    const remove = button(
      [icon('bin')],
      () => {
        this.actions.onDelete(conversationId);
      },
      { className: 'delete', ariaLabel: label, title: label },
    );
    return element('li', { attributes: { 'data-id': conversationId } }, open, remove);
  }
}
