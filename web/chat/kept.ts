import type { Call } from './sending';
import { read, write } from './storage';

/** The conversation that a tab shows. */
export interface KeptConversation {
  readonly id: string;
  /** Whose it is; null for a stranger's, which is nobody's. */
  readonly account: string | null;
}

/** A message that was written, of which it is not known whether the platform took it. */
export interface KeptMessage {
  readonly message: string;
  /** Who wrote it; null for a stranger. */
  readonly account: string | null;
  /** How it was sent; absent where it was not yet. */
  readonly call?: Call | undefined;
}

const CONVERSATION = 'chat:conversation';
const DRAFT = 'chat:draft';
const UNSENT = 'chat:unsent';

/**
 * What outlives a reload: the conversation and the unsent messages in the tab alone, since whoever has a stranger's
 * conversation's id can read it. A browser that keeps nothing has a page that forgets.
 */
export class Kept {
  private isForgotten = false;

  /**
   * Forgets what another account had begun to write.
   * @param account who reads; null for a stranger
   */
  constructor(private readonly account: string | null) {
    const { draft } = this;
    this.draft = draft;
  }

  get conversation(): KeptConversation | undefined {
    const [id, account] = (read('sessionStorage', CONVERSATION) ?? '').split(' ');
    return id === undefined || id === '' ? undefined : { id, account: account ?? null };
  }

  set conversation(conversation: KeptConversation | undefined) {
    const text = conversation && [conversation.id, conversation.account].filter(Boolean).join(' ');
    this.write(CONVERSATION, text);
  }

  /** What the reader has begun to write, or wrote as a stranger; nothing of what another account wrote. */
  get draft(): string {
    const kept = parsed(read('sessionStorage', DRAFT));
    if (!isMessage(kept) || (kept.account !== null && kept.account !== this.account)) return '';
    return kept.message;
  }

  set draft(message: string) {
    const draft: KeptMessage = { message, account: this.account };
    this.write(DRAFT, message === '' ? undefined : JSON.stringify(draft));
  }

  /** The first written first. */
  get unsent(): readonly KeptMessage[] {
    const kept = parsed(read('sessionStorage', UNSENT));
    return Array.isArray(kept) ? kept.filter(isMessage) : [];
  }

  set unsent(messages: readonly KeptMessage[]) {
    this.write(UNSENT, messages.length === 0 ? undefined : JSON.stringify(messages));
  }

  /** Leaves nothing of whoever signs out, whatever still happens before the page is gone. */
  forgetReader(): void {
    this.conversation = undefined;
    this.draft = '';
    this.unsent = [];
    this.isForgotten = true;
  }

  /** What is the reader's. */
  private write(name: string, value: string | undefined): void {
    if (!this.isForgotten) write('sessionStorage', name, value);
  }
}

/** @returns undefined for what this page did not write */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is KeptMessage {
  return typeof value === 'object' && value !== null && 'message' in value && 'account' in value;
}
