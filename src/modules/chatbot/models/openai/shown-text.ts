const THINKING_BEGINS = '<think>';
const THINKING_ENDS = '</think>';

/**
 * What a person is shown of a text that arrives in pieces, as soon as it can be known: no space at its ends, nothing that
 * PostgreSQL refuses (U+0000, half of a surrogate pair), not what a reasoning model thinks aloud before it answers, and
 * no more than a bound.
 */
export class ShownText {
  /** What cannot be shown before more is known. */
  private held = '';
  private part: 'begin' | 'thinking' | 'text' = 'begin';
  private length = 0;
  private cut = false;

  /** @param longest in UTF-16 units */
  constructor(private readonly longest: number) {}

  /** Whether there was more than the bound. */
  get isCut(): boolean {
    return this.cut;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Takes the next piece, and gives what can be shown by now. */
  add(piece: string): string {
    if (this.cut) return '';
    this.held += piece.replaceAll('\0', '');
    if (this.part === 'begin') this.begin();
    if (this.part === 'thinking') this.think();
    if (this.part !== 'text') return '';
    if (this.isEmpty) this.held = this.held.trimStart();
    const certain = this.held.trimEnd().replace(/[\ud800-\udbff]$/, '');
    const shown = this.bounded(certain);
    this.held = this.held.slice(certain.length);
    // Else a text of nothing but space would be kept without end.
    if (this.length + this.held.length > this.longest) this.cut = true;
    return shown;
  }

  /** The text is complete: gives what was held back. */
  end(): string {
    if (this.cut || this.part === 'thinking') return '';
    const rest = this.held.trimEnd();
    return this.bounded(this.isEmpty ? rest.trimStart() : rest);
  }

  private begin(): void {
    const begin = this.held.trimStart();
    if (begin.startsWith(THINKING_BEGINS)) this.part = 'thinking';
    else if (!THINKING_BEGINS.startsWith(begin)) this.part = 'text';
  }

  private think(): void {
    const end = this.held.indexOf(THINKING_ENDS);
    if (end < 0) {
      this.held = this.held.slice(-THINKING_ENDS.length);
      return;
    }
    this.held = this.held.slice(end + THINKING_ENDS.length);
    this.part = 'text';
  }

  private bounded(text: string): string {
    const left = this.longest - this.length;
    if (text.length > left) this.cut = true;
    const shown =
      text.length <= left
        ? text
        : text
            .slice(0, left)
            .replace(/[\ud800-\udbff]$/, '')
            .trimEnd();
    this.length += shown.length;
    return shown.toWellFormed();
  }
}
