import { CONVERSATION_ENTRY, DRAFT_ENTRY, UNSENT_ENTRY } from '../../../src/shared/account-storage';
import { readStorage, writeStorage } from './browser-storage';
import type { SendInput } from '../api/api';

/** An attempt to send a message. It is stored as JSON, so its field names must not change. */
export interface SendAttempt {
  readonly input: SendInput;
  /** The idempotency key: repeated attempts with it create one message. */
  readonly key: string;
  /** The last message of the conversation before the first attempt; undefined if unknown. */
  readonly after: string | undefined;
}

export interface StoredConversation {
  readonly id: string;
  /** The account that owns it; null if it is anonymous. */
  readonly account: string | null;
}

/** The draft, or a message whose delivery is not confirmed. Stored as JSON, so its field names must not change. */
export interface StoredMessage {
  readonly message: string;
  /** The account that wrote it; null if it is anonymous. */
  readonly account: string | null;
  /** The last attempt to send it, if any. */
  readonly call?: SendAttempt | undefined;
}

/**
 * What survives a reload: the open conversation, the draft and the unsent messages. Stored per tab, because the id of an
 * anonymous conversation is enough to read it.
 */
export class TabStorage {
  private isClosed = false;

  /**
   * Deletes the draft of another account.
   * @param account that is signed in; null if anonymous
   */
  constructor(private readonly account: string | null) {
    const { draft } = this;
    this.draft = draft;
  }

  get conversation(): StoredConversation | undefined {
    return readConversation();
  }

  set conversation(conversation: StoredConversation | undefined) {
    const text = conversation && [conversation.id, conversation.account].filter(Boolean).join(' ');
    this.write(CONVERSATION_ENTRY, text);
  }

  /** The text in the composer; empty if another account wrote it. */
  get draft(): string {
    const stored = readDraft();
    if (!stored || (stored.account !== null && stored.account !== this.account)) return '';
    return stored.message;
  }

  set draft(message: string) {
    const draft: StoredMessage = { message, account: this.account };
    this.write(DRAFT_ENTRY, message === '' ? undefined : JSON.stringify(draft));
  }

  /** Oldest first. */
  get unsent(): readonly StoredMessage[] {
    return readUnsent();
  }

  set unsent(messages: readonly StoredMessage[]) {
    this.write(UNSENT_ENTRY, messages.length === 0 ? undefined : JSON.stringify(messages));
  }

  /** Stores nothing more until the page is reloaded. */
  close(): void {
    this.isClosed = true;
  }

  private write(name: string, value: string | undefined): void {
    if (!this.isClosed) writeStorage('sessionStorage', name, value);
  }
}

/**
 * Returns the account that has left something in the tab; null if it is all anonymous. For a stored page, which knows no account.
 */
export function findTabAccount(): string | null {
  const owners = [readConversation(), readDraft(), ...readUnsent()].map((one) => one?.account ?? null);
  return owners.find((account) => account !== null) ?? null;
}

function readConversation(): StoredConversation | undefined {
  const [id, account] = (readStorage('sessionStorage', CONVERSATION_ENTRY) ?? '').split(' ');
  return id === undefined || id === '' ? undefined : { id, account: account ?? null };
}

function readDraft(): StoredMessage | undefined {
  const stored = parseJson(readStorage('sessionStorage', DRAFT_ENTRY));
  return isMessage(stored) ? stored : undefined;
}

function readUnsent(): readonly StoredMessage[] {
  const stored = parseJson(readStorage('sessionStorage', UNSENT_ENTRY));
  return Array.isArray(stored) ? stored.filter(isMessage) : [];
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is StoredMessage {
  return typeof value === 'object' && value !== null && 'message' in value && 'account' in value;
}
