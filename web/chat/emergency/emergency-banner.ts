import { element } from '../../shared/element';
import type { Context } from '../context';
import { icon } from '../view/icons';

/** The banner at the top of the page if a message has described a danger sign. */
export class EmergencyBanner {
  /** Always on the page, because screen readers announce only changes of an existing alert element. */
  readonly node = element('div', { id: 'emergency', role: 'alert' });

  private reply: HTMLElement | undefined;

  constructor(private readonly context: Context) {}

  /** @param reply that contains the advice */
  show(reply: HTMLElement): void {
    // A redraw would repeat the announcement and lose the focus.
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
