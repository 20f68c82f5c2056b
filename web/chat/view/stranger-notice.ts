import { element } from '../../shared/element';
import { loginAddress } from '../../shared/login-address';
import type { Context } from '../context';

/** Says what becomes of a conversation that is no account's. */
export class StrangerNotice {
  readonly node = element('p', { className: 'notice' });

  constructor(private readonly context: Context) {}

  /** @param isStrangers whether the conversation that is open is no account's */
  show(isStrangers: boolean): void {
    const { text, reader } = this.context;
    this.node.hidden = !isStrangers;
    const days = reader.retentionDays;
    const values = { count: String(days) };
    if (reader.account !== null)
      this.node.replaceChildren(`${text('stranger.before', values, days)} ${text('stranger.next')}`);
    else {
      const signIn = element('a', { href: loginAddress(), textContent: text('stranger.signIn') });
      this.node.replaceChildren(`${text('stranger.notice', values, days)} `, signIn);
    }
  }
}
