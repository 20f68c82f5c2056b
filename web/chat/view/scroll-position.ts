/** The distance to the end of the page that counts as being at the end, in pixels. */
const END_TOLERANCE = 40;

/**
 * Scrolls while a reply is being written, until its question is at the top of the window, so that a long reply is read
 * from its beginning. Stops when the user scrolls.
 */
export class ScrollPosition {
  /** What stays in view; undefined after the user has scrolled. */
  private target: HTMLElement | 'end' | undefined = 'end';
  private lastScrollY = 0;

  /**
   * @param top the sticky header, which covers the top of the window
   * @param endButton shown if the end of the page is out of sight
   */
  constructor(
    private readonly top: HTMLElement,
    private readonly endButton: HTMLElement,
  ) {
    addEventListener('scroll', () => {
      if (Math.abs(scrollY - this.lastScrollY) > 2)
        this.target = this.distanceToEnd() < END_TOLERANCE ? 'end' : undefined;
      this.lastScrollY = scrollY;
      this.updateEndButton();
    });
    addEventListener('resize', () => {
      this.update();
    });
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--top-size', `${top.offsetHeight}px`);
      this.update();
    }).observe(top);
  }

  /** Scrolls to a message, and keeps it in view. */
  follow(message: HTMLElement): void {
    this.target = message;
    this.update();
  }

  /** Scrolls to the end of the page, and keeps it in view. */
  followEnd(): void {
    this.target = 'end';
    this.update();
  }

  /** Scrolls to the target again, after the page has changed. */
  update(): void {
    if (this.target !== undefined) {
      const end = document.documentElement.scrollHeight - innerHeight;
      const start = this.target === 'end' ? end : this.startOf(this.target);
      scrollTo({ top: Math.max(0, Math.min(end, start)), behavior: 'instant' });
      this.lastScrollY = scrollY;
    }
    this.updateEndButton();
  }

  private startOf(message: HTMLElement): number {
    return message.getBoundingClientRect().top + scrollY - this.top.offsetHeight - 12;
  }

  private distanceToEnd(): number {
    return document.documentElement.scrollHeight - innerHeight - scrollY;
  }

  private updateEndButton(): void {
    this.endButton.hidden = this.distanceToEnd() < END_TOLERANCE * 5;
  }
}
