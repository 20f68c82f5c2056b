/** This close to the end of the page counts as its end, in pixels. */
const NEAR = 40;

/**
 * Scrolls along with what is being written: until the question stands at the top, so that a long reply is read from its
 * beginning, and never once the reader has scrolled.
 */
export class ReadingPosition {
  private following: HTMLElement | 'end' | undefined = 'end';
  private last = 0;

  /**
   * @param top what covers the upper end of the window
   * @param latest leads to the end where that is out of sight
   */
  constructor(
    private readonly top: HTMLElement,
    private readonly latest: HTMLElement,
  ) {
    addEventListener('scroll', () => {
      if (Math.abs(scrollY - this.last) > 2) this.following = this.distanceToEnd() < NEAR ? 'end' : undefined;
      this.last = scrollY;
      this.showLatest();
    });
    addEventListener('resize', () => {
      this.keep();
    });
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--top-size', `${top.offsetHeight}px`);
      this.keep();
    }).observe(top);
  }

  /** From now on, a message and what follows it is read. */
  follow(message: HTMLElement): void {
    this.following = message;
    this.keep();
  }

  toEnd(): void {
    this.following = 'end';
    this.keep();
  }

  /** After something was drawn. */
  keep(): void {
    if (this.following !== undefined) {
      const end = document.documentElement.scrollHeight - innerHeight;
      const start = this.following === 'end' ? end : this.startOf(this.following);
      scrollTo({ top: Math.max(0, Math.min(end, start)), behavior: 'instant' });
      this.last = scrollY;
    }
    this.showLatest();
  }

  private startOf(message: HTMLElement): number {
    return message.getBoundingClientRect().top + scrollY - this.top.offsetHeight - 12;
  }

  private distanceToEnd(): number {
    return document.documentElement.scrollHeight - innerHeight - scrollY;
  }

  private showLatest(): void {
    this.latest.hidden = this.distanceToEnd() < NEAR * 5;
  }
}
