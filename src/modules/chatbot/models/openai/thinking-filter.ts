const THINKING_START = '<think>';
const THINKING_END = '</think>';

/** Drops a `<think>` part at the start of a streamed text, and space before it. */
export class ThinkingFilter {
  /** Text that cannot be returned before more is known. */
  private pending = '';
  private isAfterThinking = false;

  /** Adds a chunk, and returns the text that is certain. */
  push(chunk: string): string {
    if (this.isAfterThinking) return chunk;
    this.pending += chunk;
    this.isAfterThinking = this.skipThinking();
    return this.isAfterThinking ? this.pending : '';
  }

  /** Ends the text, and returns the rest of it. */
  flush(): string {
    return this.isAfterThinking || this.pending.startsWith(THINKING_START) ? '' : this.pending;
  }

  /** Returns false while the part may continue. */
  private skipThinking(): boolean {
    const text = this.pending.trimStart();
    if (THINKING_START.startsWith(text)) return false;
    if (!text.startsWith(THINKING_START)) return true;
    const end = text.indexOf(THINKING_END);
    const rest = text.slice(end < 0 ? THINKING_START.length : end + THINKING_END.length);
    this.pending = end < 0 ? THINKING_START + rest.slice(-THINKING_END.length) : rest;
    return end >= 0;
  }
}
