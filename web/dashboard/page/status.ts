import type { ConnectionState } from '../queries/connection-monitor';
import { loginUrl } from '../../shared/login-url';
import { element } from '../../shared/element';
import type { Context } from './context';

/** The banners for connection and URL problems, and the announcements for screen readers. */
export class Status {
  readonly node: HTMLElement;
  private readonly banner = element('div', { className: 'banner', role: 'status', id: 'connection' });
  private readonly announcer = element('div', {
    className: 'visually-hidden',
    role: 'status',
    id: 'announcer',
  });
  private readonly notice = element('div', { className: 'banner notice', role: 'status', id: 'notice' });
  private hadProblem = false;

  constructor(private readonly context: Pick<Context, 'text' | 'format'>) {
    this.node = element('div', { className: 'status' }, this.banner, this.notice, this.announcer);
  }

  announce(message: string): void {
    this.announcer.textContent = message;
  }

  /** @param message empty to remove the notice */
  showNotice(message: string): void {
    this.notice.textContent = message;
  }

  showConnection(state: ConnectionState): void {
    const { text, format } = this.context;
    this.banner.dataset.state = state.kind;
    switch (state.kind) {
      case 'fine':
        this.banner.replaceChildren();
        if (this.hadProblem) this.announce(text('state.online'));
        break;
      case 'offline':
        this.banner.replaceChildren(
          state.asOf === undefined
            ? text('state.offlineNothing')
            : text('state.offline', { time: format.dateTime(new Date(state.asOf)) }),
        );
        break;
      case 'expired':
        this.banner.replaceChildren(
          `${text('state.expired')} `,
          element('a', { href: loginUrl(), textContent: text('state.signInAgain') }),
        );
        break;
    }
    this.hadProblem = state.kind !== 'fine';
  }
}
