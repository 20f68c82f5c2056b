import { button, element } from '../../shared/element';
import { loginAddress } from '../../shared/login-address';
import type { Context } from '../context';
import type { Problem } from '../problems';

/** Says in words what is wrong and what to do, with a button that tries again where that can help. */
export class ProblemNotice {
  readonly node = element('div', { className: 'problem', hidden: true });
  private timer: ReturnType<typeof setInterval> | undefined;

  /** @param what did not work where too much is asked for at once */
  constructor(
    private readonly context: Context,
    private readonly what: 'sending' | 'reading' = 'sending',
  ) {}

  hide(): void {
    clearInterval(this.timer);
    // The keyboard stays with the message whose button is about to go.
    if (this.node.contains(document.activeElement))
      this.node.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  /**
   * @param lead what it is that did not work, as a sentence; undefined where the problem says all
   * @param onRetry left out where there is nothing to try again
   */
  show(lead: string | undefined, problem: Problem | undefined, onRetry?: () => void): void {
    this.hide();
    const { text } = this.context;
    const words = [lead, problem && this.explanation(problem)].filter((part) => part !== undefined).join(' ');
    const retry = onRetry && button(text('problem.retry'), onRetry, { className: 'retry' });
    const first = problem?.kind === 'busy' && this.what === 'sending' && text('problem.emergency');
    // Nobody has read what was refused: it may be an emergency.
    if (first) this.node.append(element('p', {}, element('strong', {}, first)));
    this.node.append(element('p', {}, words));
    if (problem?.kind === 'busy') this.node.append(this.countdown(problem.seconds, retry));
    if (problem?.kind === 'session') {
      this.node.append(element('a', { href: loginAddress(), textContent: text('page.signIn') }));
    } else if (retry) {
      this.node.append(retry);
    }
    this.node.hidden = false;
    this.context.announce(first ? `${first} ${words}` : words);
  }

  private explanation({ kind }: Problem): string {
    const { text, reader } = this.context;
    switch (kind) {
      case 'offline':
        return text('problem.offline');
      case 'busy':
        if (this.what === 'reading') return text('problem.busyReading');
        return reader.account === null
          ? `${text('problem.busy')} ${text('problem.signIn')}`
          : text('problem.busy');
      case 'session':
        return text('problem.session');
      case 'gone':
        return text('conversation.gone');
      case 'failed':
        return text('problem.failed');
    }
  }

  /** Counts down to when it is worth trying again; until then the button waits. */
  private countdown(seconds: number, retry: HTMLButtonElement | undefined): HTMLElement {
    const until = Date.now() + seconds * 1_000;
    const wait = element('p', { className: 'wait' });
    const tell = (): void => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      wait.hidden = left === 0;
      wait.textContent = this.context.text('problem.wait', { count: String(left) }, left);
      if (retry) retry.disabled = left > 0;
      if (left === 0) clearInterval(this.timer);
    };
    tell();
    this.timer = setInterval(tell, 1_000);
    return wait;
  }
}
