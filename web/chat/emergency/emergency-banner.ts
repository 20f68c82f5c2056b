import { type Locale, directionOf } from '../../../src/shared/locale';
import { element } from '../../shared/element';
import type { Context } from '../context';
import { withLanguage } from '../i18n/with-language';
import { icon } from '../view/icons';

/** The banner at the top of the page if a message has described a danger sign. */
export class EmergencyBanner {
  /** Always on the page, because screen readers announce only changes of an existing alert element. */
  readonly node = element('div', { id: 'emergency', role: 'alert' });

  private reply: HTMLElement | undefined;

  constructor(private readonly context: Context) {}

  /**
   * @param reply that contains the advice
   * @param language of the reply, and of the banner; null if unknown
   */
  show(reply: HTMLElement, language: Locale | null): void {
    // A redraw would repeat the announcement and lose the focus.
    if (reply === this.reply) return;
    this.reply = reply;
    withLanguage(this.context, language, (context) => {
      if (reply === this.reply) this.draw(reply, context);
    });
  }

  hide(): void {
    this.reply = undefined;
    this.node.replaceChildren();
  }

  private draw(reply: HTMLElement, { text, locale }: Context): void {
    const isFocused = this.node.contains(document.activeElement);
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
        { lang: locale, dir: directionOf(locale) },
        element('strong', {}, text('emergency.title')),
        ' ',
        text('emergency.text'),
        ' ',
        link,
      ),
    );
    if (isFocused) link.focus();
  }
}
