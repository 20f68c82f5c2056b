import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { Icon } from '../../shared/kit/icon';
import type { ConversationEntry } from '../api/api';
import type { ChatState } from '../state/chat-state';
import { useChat } from '../state/context';
import type { ConversationList } from '../state/conversation-list';

interface NavigationProps {
  readonly list: ConversationList;
  readonly state: ChatState;
}

/** The account's conversations, with buttons that open and delete them. */
export function ConversationNavigation({ list, state }: NavigationProps) {
  const { text } = useChat();
  const items = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { entries, cursor, note } = list;
  const focusedIndex = [...(items.current?.children ?? [])].findIndex((item) =>
    item.contains(document.activeElement),
  );
  useLayoutEffect(() => {
    if (focusedIndex === -1 || items.current?.contains(document.activeElement)) return;
    // The focused conversation was deleted: the next one, or else the last one, gets the focus.
    const openButtons = items.current?.querySelectorAll<HTMLElement>('.open') ?? [];
    (openButtons[Math.min(focusedIndex, openButtons.length - 1)] ?? heading.current)?.focus({
      preventScroll: true,
    });
  });
  const showMore = async (): Promise<void> => {
    const oldLength = entries.peek().length;
    await list.load(cursor.peek() ?? undefined);
    // Preact draws in a microtask, before this one.
    await Promise.resolve();
    items.current?.querySelectorAll<HTMLElement>('.open')[oldLength]?.focus();
  };
  return (
    <nav aria-labelledby="conversations-title">
      <h2 id="conversations-title" tabIndex={-1} ref={heading}>
        {text('conversations.title')}
      </h2>
      <ul class="conversations" ref={items}>
        {entries.value.map((entry) => (
          <Item key={entry.conversationId} entry={entry} state={state} />
        ))}
      </ul>
      {note.value !== undefined && <p class="note">{note.value}</p>}
      {cursor.value !== null && <Button onClick={() => void showMore()}>{text('conversations.more')}</Button>}
    </nav>
  );
}

function Item({ entry, state }: { entry: ConversationEntry; state: ChatState }) {
  const { text, formatDateTime } = useChat();
  const { conversationId: id, title, lastMessageAt } = entry;
  const label = text('conversations.deleteOf', { title });
  const isOpen = state.conversation.current.value?.id === id;
  return (
    <li>
      <Button
        variant="plain"
        class="open"
        aria-current={isOpen || undefined}
        onClick={() => void state.openFromList(id)}
      >
        <bdi class="title">{title}</bdi>
        <time dateTime={lastMessageAt}>{formatDateTime(new Date(lastMessageAt))}</time>
      </Button>
      <Button
        variant="square"
        class="delete"
        aria-label={label}
        title={label}
        onClick={() => void state.delete(id)}
      >
        <Icon name="bin" />
      </Button>
    </li>
  );
}
