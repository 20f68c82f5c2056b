import { cutText } from '../../../../shared/text';

/**
 * Filters the text of a streamed reply: no space at its ends, nothing that PostgreSQL refuses (U+0000, unpaired
 * surrogates), and at most `maxLength` UTF-16 units. The `openai` package returns text unchanged.
 */
export class ReplyTextFilter {
  /** Text that cannot be returned before more is known. */
  private pending = '';
  private length = 0;
  private truncated = false;

  constructor(private readonly maxLength: number) {}

  get isTruncated(): boolean {
    return this.truncated;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Adds a chunk, and returns the text that is certain. */
  push(chunk: string): string {
    if (this.truncated) return '';
    this.pending += chunk.replaceAll('\0', '');
    if (this.isEmpty) this.pending = this.pending.trimStart();
    const certain = this.pending.trimEnd().replace(/[\ud800-\udbff]$/, '');
    const text = this.truncate(certain);
    this.pending = this.pending.slice(certain.length);
    // Limits a text that is only space.
    if (this.length + this.pending.length > this.maxLength) this.truncated = true;
    return text;
  }

  /** Ends the text, and returns the rest of it. */
  flush(): string {
    const rest = this.isEmpty ? this.pending.trim() : this.pending.trimEnd();
    return this.truncated ? '' : this.truncate(rest);
  }

  private truncate(text: string): string {
    const remaining = this.maxLength - this.length;
    let shortened = text;
    if (text.length > remaining) {
      this.truncated = true;
      shortened = cutText(text, remaining).trimEnd();
    }
    this.length += shortened.length;
    return shortened.toWellFormed();
  }
}
