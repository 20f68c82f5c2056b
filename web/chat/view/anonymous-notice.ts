import { element } from '../../shared/element';
import { loginUrl } from '../../shared/login-url';
import type { Context } from '../context';

/** Explains when an anonymous conversation is deleted. */
export class AnonymousNotice {
  readonly node = element('p', { className: 'notice' });

  constructor(private readonly context: Context) {}

  /** @param isAnonymous whether the open conversation is anonymous */
  show(isAnonymous: boolean): void {
    const { text, user } = this.context;
    this.node.hidden = !isAnonymous;
    const days = user.retentionDays;
    const values = { count: String(days) };
    if (user.account !== null)
      this.node.replaceChildren(`${text('anonymous.before', values, days)} ${text('anonymous.next')}`);
    else {
      const signIn = element('a', { href: loginUrl(), textContent: text('anonymous.signIn') });
      this.node.replaceChildren(`${text('anonymous.notice', values, days)} `, signIn);
    }
  }
}
