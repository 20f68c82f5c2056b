import { element } from '../../shared/element';
import { loginUrl } from '../../shared/login-url';
import type { Context } from '../context';

/** Explains when an anonymous conversation is deleted. */
export class AnonymousNotice {
  readonly node = element('p', { className: 'notice' });

  constructor(private readonly context: Context) {}

  /** @param isAnonymous whether the open conversation is anonymous */
  show(isAnonymous: boolean): void {
    const { text, reader } = this.context;
    this.node.hidden = !isAnonymous;
    const days = reader.retentionDays;
    const values = { count: String(days) };
    if (reader.account !== null)
      this.node.replaceChildren(`${text('stranger.before', values, days)} ${text('stranger.next')}`);
    else {
      const signIn = element('a', { href: loginUrl(), textContent: text('stranger.signIn') });
      this.node.replaceChildren(`${text('stranger.notice', values, days)} `, signIn);
    }
  }
}
