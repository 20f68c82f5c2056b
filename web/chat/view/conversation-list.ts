import { button, element } from '../../shared/element';
import type { ConversationEntry } from '../api';
import type { Context } from '../context';
import { icon } from './icons';

interface Actions {
  readonly onOpen: (conversationId: string) => void;
  readonly onDelete: (conversationId: string) => void;
}

/** Which button of which conversation has the keyboard. */
interface Focused {
  readonly id: string | undefined;
  readonly index: number;
  readonly name: string;
}

/** The account's conversations, the last used first, page by page. */
export class ConversationList {
  readonly node: HTMLElement;
  private readonly list = element('ul', { className: 'conversations' });
  private readonly note = element('p', { className: 'note', hidden: true });
  private readonly more: HTMLButtonElement;
  private entries: ConversationEntry[] = [];
  private cursor: string | null = null;
  private current: string | undefined;
  private asked = 0;

  constructor(
    private readonly context: Context,
    private readonly actions: Actions,
  ) {
    const { text } = context;
    this.more = button(text('conversations.more'), () => void this.showMore(), { className: 'quiet' });
    this.more.hidden = true;
    this.node = element(
      'nav',
      { attributes: { 'aria-labelledby': 'conversations-title' } },
      element('h2', { id: 'conversations-title', tabIndex: -1 }, text('conversations.title')),
      this.list,
      this.note,
      this.more,
    );
  }

  /** Asks for the list anew, as after something was said or deleted. */
  async refresh(): Promise<void> {
    await this.load(undefined);
  }

  /** @param conversationId that is open; undefined for a new one */
  set open(conversationId: string | undefined) {
    this.current = conversationId;
    this.draw();
  }

  private async showMore(): Promise<void> {
    const before = this.entries.length;
    if (this.cursor !== null) await this.load(this.cursor);
    this.list.querySelectorAll<HTMLButtonElement>('.open')[before]?.focus();
  }

  private async load(cursor: string | undefined): Promise<void> {
    const { api, text } = this.context;
    this.asked += 1;
    const question = this.asked;
    try {
      const { data } = await api.chatbot.conversations.query({ cursor });
      // Of two questions under way the later counts.
      if (question !== this.asked) return;
      this.entries = cursor === undefined ? data.conversations : [...this.entries, ...data.conversations];
      this.cursor = data.nextCursor;
      this.say(this.entries.length === 0 ? text('conversations.none') : undefined);
      this.draw();
    } catch {
      if (question === this.asked) this.say(text('conversations.failed'));
    }
  }

  private say(note: string | undefined): void {
    this.note.hidden = note === undefined;
    this.note.textContent = note ?? '';
  }

  private draw(): void {
    this.more.hidden = this.cursor === null;
    const focused = this.focused();
    this.list.replaceChildren(...this.entries.map((entry) => this.item(entry)));
    if (focused) this.focusAgain(focused);
  }

  private focused(): Focused | undefined {
    const button = document.activeElement;
    const item = button?.parentElement;
    if (!button || item?.parentElement !== this.list) return undefined;
    return { id: item.dataset.id, index: [...this.list.children].indexOf(item), name: button.className };
  }

  /** On the same conversation, or the one that has come into its place, or what stands above none. */
  private focusAgain({ id, index, name }: Focused): void {
    const items = [...this.list.children].filter((item) => item instanceof HTMLElement);
    const same = items.find((item) => item.dataset.id === id);
    const item = same ?? items[index] ?? items.at(-1);
    const place = item?.querySelector<HTMLElement>(`.${same ? name : 'open'}`);
    (place ?? this.node.querySelector<HTMLElement>('h2'))?.focus({ preventScroll: true });
  }

  private item({ conversationId, title, lastMessageAt }: ConversationEntry): HTMLElement {
    const { text, moment } = this.context;
    const isCurrent = conversationId === this.current;
    const open = button(
      [
        element('bdi', { className: 'title' }, title),
        element('time', { dateTime: lastMessageAt }, moment(new Date(lastMessageAt))),
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
