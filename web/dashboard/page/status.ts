import type { ConnectionState } from '../answers/connection';
import { loginAddress } from '../../shared/login-address';
import { element } from '../../shared/element';
import type { Context } from './context';

/** Tells what happens: to everybody where it matters, and by a screen reader also that figures came. */
export class Status {
  readonly node: HTMLElement;
  private readonly banner = element('div', { className: 'banner', role: 'status', id: 'connection' });
  private readonly live = element('div', { className: 'unseen', role: 'status', id: 'announcer' });
  private readonly notice = element('div', { className: 'banner notice', role: 'status', id: 'notice' });
  private troubled = false;

  constructor(private readonly context: Pick<Context, 'text' | 'format'>) {
    this.node = element('div', { className: 'status' }, this.banner, this.notice, this.live);
  }

  announce(message: string): void {
    this.live.textContent = message;
  }

  /** Says for as long as the page is shown what was wrong with its address. */
  note(message: string): void {
    this.notice.textContent = message;
  }

  showConnection(state: ConnectionState): void {
    const { text, format } = this.context;
    this.banner.dataset.state = state.kind;
    switch (state.kind) {
      case 'fine':
        this.banner.replaceChildren();
        if (this.troubled) this.announce(text('state.online'));
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
          element('a', { href: loginAddress(), textContent: text('state.signInAgain') }),
        );
        break;
    }
    this.troubled = state.kind !== 'fine';
  }
}
