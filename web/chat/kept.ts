/** The conversation that a tab shows. */
export interface KeptConversation {
  readonly id: string;
  /** Whose it is; null for a stranger's, which is nobody's. */
  readonly account: string | null;
}

const CONVERSATION = 'chat:conversation';
const DRAFT = 'chat:draft';
const UNSENT = 'chat:unsent';
const COUNTRY = 'chat:country';

/**
 * What outlives a reload: the conversation and the unsent message in the tab alone, since whoever has a stranger's
 * conversation's id can read it; the country on the device. A browser that keeps nothing has a page that forgets.
 */
export class Kept {
  get conversation(): KeptConversation | undefined {
    const [id, account] = (read('sessionStorage', CONVERSATION) ?? '').split(' ');
    return id === undefined || id === '' ? undefined : { id, account: account ?? null };
  }

  set conversation(conversation: KeptConversation | undefined) {
    const text = conversation && [conversation.id, conversation.account].filter(Boolean).join(' ');
    write('sessionStorage', CONVERSATION, text);
  }

  get draft(): string {
    return read('sessionStorage', DRAFT) ?? '';
  }

  set draft(text: string) {
    write('sessionStorage', DRAFT, text === '' ? undefined : text);
  }

  /** Messages that were sent, of which it is not known whether the platform took them; the first sent first. */
  get unsent(): readonly string[] {
    const kept: unknown = JSON.parse(read('sessionStorage', UNSENT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((message) => typeof message === 'string') : [];
  }

  set unsent(messages: readonly string[]) {
    write('sessionStorage', UNSENT, messages.length === 0 ? undefined : JSON.stringify(messages));
  }

  /** ISO 3166-1 alpha-2; undefined where the reader named none. */
  get country(): string | undefined {
    return read('localStorage', COUNTRY);
  }

  set country(code: string | undefined) {
    write('localStorage', COUNTRY, code);
  }

  /** Leaves nothing of whoever signs out. */
  forgetReader(): void {
    this.conversation = undefined;
    this.draft = '';
    this.unsent = [];
  }
}

type Storages = 'sessionStorage' | 'localStorage';

function read(storage: Storages, name: string): string | undefined {
  try {
    return globalThis[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(storage: Storages, name: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, value);
  } catch {
    // Where nothing may be kept, the page works for as long as it is open.
  }
}
