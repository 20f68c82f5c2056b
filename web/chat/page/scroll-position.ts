import { signal } from '@preact/signals';

/** The distance to the end of the page that counts as being at the end, in pixels. */
const END_TOLERANCE = 40;

/**
 * Scrolls while a reply is being written, until its question is at the top of the window, so that a long reply is read
 * from its beginning. Stops when the user scrolls.
 */
export class ScrollPosition {
  /** Whether the end of the page is out of sight. */
  readonly isEndHidden = signal(false);
  /** The id of what stays in view; undefined after the user has scrolled. */
  private target: string | undefined = 'end';
  private lastScrollY = 0;
  private top: HTMLElement | undefined;

  /**
   * Begins to scroll.
   * @param top the sticky header, which covers the top of the window
   * @param log the messages
   */
  watch(top: HTMLElement, log: HTMLElement): void {
    this.top = top;
    addEventListener('scroll', () => {
      if (Math.abs(scrollY - this.lastScrollY) > 2)
        this.target = this.distanceToEnd() < END_TOLERANCE ? 'end' : undefined;
      this.lastScrollY = scrollY;
      this.updateEnd();
    });
    addEventListener('resize', () => {
      this.update();
    });
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--top-size', `${top.offsetHeight}px`);
      this.update();
    });
    observer.observe(top);
    observer.observe(log);
  }

  /** Scrolls to a message, which may be drawn later, and keeps it in view. */
  follow(id: string): void {
    this.target = id;
    this.update();
  }

  /** Scrolls to the end of the page, and keeps it in view. */
  followEnd(): void {
    this.follow('end');
  }

  private update(): void {
    if (this.target !== undefined) {
      const end = document.documentElement.scrollHeight - innerHeight;
      const message = findMessage(this.target);
      const start = message ? message.getBoundingClientRect().top + scrollY - this.coveredHeight - 12 : end;
      scrollTo({ top: Math.max(0, Math.min(end, start)), behavior: 'instant' });
      this.lastScrollY = scrollY;
    }
    this.updateEnd();
  }

  private get coveredHeight(): number {
    return this.top?.offsetHeight ?? 0;
  }

  private distanceToEnd(): number {
    return document.documentElement.scrollHeight - innerHeight - scrollY;
  }

  private updateEnd(): void {
    this.isEndHidden.value = this.distanceToEnd() >= END_TOLERANCE * 5;
  }
}

/** Returns the element of a message. */
export function findMessage(id: string): HTMLElement | null {
  return document.getElementById(id)?.closest('article') ?? null;
}
