import { element } from '../../shared/element';
import type { Context } from '../context';
import { icon } from './icons';

/** The first thing on the page, seen and heard, where a message described a danger sign. */
export class EmergencyBanner {
  /** Is on the page before there is anything in it: what then comes is read out at once. */
  readonly node = element('div', { id: 'emergency', role: 'alert' });

  private reply: HTMLElement | undefined;

  constructor(private readonly context: Context) {}

  /** @param reply that says what to do */
  show(reply: HTMLElement): void {
    // Written anew, it would be read out again, and the keyboard would lose its place.
    if (reply === this.reply) return;
    const isFocused = this.node.contains(document.activeElement);
    this.reply = reply;
    const { text } = this.context;
    const link = element('a', { href: '#emergency-reply' }, text('emergency.link'));
    link.addEventListener('click', (event) => {
      event.preventDefault();
      reply.scrollIntoView();
      reply.focus({ preventScroll: true });
    });
    this.node.replaceChildren(
      icon('warning'),
      element(
        'p',
        {},
        element('strong', {}, text('emergency.title')),
        ' ',
        text('emergency.text'),
        ' ',
        link,
      ),
    );
    if (isFocused) link.focus();
  }

  hide(): void {
    this.reply = undefined;
    this.node.replaceChildren();
  }
}
