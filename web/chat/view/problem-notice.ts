import { button, element } from '../../shared/element';
import { loginUrl } from '../../shared/login-url';
import type { Context } from '../context';
import type { Problem } from '../api/problems';

/** Explains a problem and what to do, with a retry button if a retry can help. */
export class ProblemNotice {
  readonly node = element('div', { className: 'problem', hidden: true });
  private timer: ReturnType<typeof setInterval> | undefined;

  /** @param action that the rate limit has refused */
  constructor(
    private readonly context: Context,
    private readonly action: 'sending' | 'reading' = 'sending',
  ) {}

  hide(): void {
    clearInterval(this.timer);
    // The focused button is removed, so the focus moves to its message.
    if (this.node.contains(document.activeElement))
      this.node.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  /**
   * @param lead a sentence that says what has failed; undefined if the problem's own text is enough
   * @param onRetry adds the retry button
   */
  show(lead: string | undefined, problem: Problem | undefined, onRetry?: () => void): void {
    this.hide();
    const { text } = this.context;
    const sentences = [lead, problem && this.explanation(problem)].filter((one) => one !== undefined);
    const message = sentences.join(' ');
    const retry = onRetry && button(text('problem.retry'), onRetry, { className: 'retry' });
    // The platform has not read a refused message, which may describe an emergency.
    const warning = problem?.kind === 'busy' && this.action === 'sending' && text('problem.emergency');
    if (warning) this.node.append(element('p', {}, element('strong', {}, warning)));
    this.node.append(element('p', {}, message));
    if (problem?.kind === 'busy') this.node.append(this.countdown(problem.seconds, retry));
    if (problem?.kind === 'session') {
      this.node.append(element('a', { href: loginUrl(), textContent: text('page.signIn') }));
    } else if (retry) {
      this.node.append(retry);
    }
    this.node.hidden = false;
    this.context.announce(warning ? `${warning} ${message}` : message);
  }

  private explanation({ kind }: Problem): string {
    const { text, user } = this.context;
    switch (kind) {
      case 'offline':
        return text('problem.offline');
      case 'busy':
        if (this.action === 'reading') return text('problem.busyReading');
        return user.account === null
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

  /** Creates the countdown to the next possible attempt; the retry button is disabled until then. */
  private countdown(seconds: number, retry: HTMLButtonElement | undefined): HTMLElement {
    const end = Date.now() + seconds * 1_000;
    const node = element('p', { className: 'wait' });
    const update = (): void => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
      node.hidden = left === 0;
      node.textContent = this.context.text('problem.wait', { count: String(left) }, left);
      if (retry) retry.disabled = left > 0;
      if (left === 0) clearInterval(this.timer);
    };
    update();
    this.timer = setInterval(update, 1_000);
    return node;
  }
}
