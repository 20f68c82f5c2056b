import { signal } from '@preact/signals';
import type { ConversationEntry } from '../api/api';
import type { Context } from './context';

/** The account's conversations, last used first, loaded page by page. */
export class ConversationList {
  readonly entries = signal<readonly ConversationEntry[]>([]);
  /** Where the older conversations begin; null if there are none. */
  readonly cursor = signal<string | null>(null);
  /** Says that there are none, or that they could not be loaded. */
  readonly note = signal<string | undefined>(undefined);
  private requestCount = 0;

  constructor(private readonly context: Context) {}

  /**
   * @param cursor undefined to load the list again
   * @returns whether it was loaded, and no later request has replaced this one
   */
  async load(cursor?: string): Promise<boolean> {
    const { api, text } = this.context;
    this.requestCount += 1;
    const request = this.requestCount;
    try {
      const { data } = await api.chatbot.conversations.query({ cursor });
      if (request !== this.requestCount) return false;
      this.entries.value =
        cursor === undefined ? data.conversations : [...this.entries.peek(), ...data.conversations];
      this.cursor.value = data.nextCursor;
      this.note.value = this.entries.peek().length === 0 ? text('conversations.none') : undefined;
      return true;
    } catch {
      if (request === this.requestCount) this.note.value = text('conversations.failed');
      return false;
    }
  }
}
