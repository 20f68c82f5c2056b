import { element } from '../../shared/element';
import type { Context } from '../context';

/** The parts of the page that others create. */
interface Parts {
  readonly banner: HTMLElement;
  /** Stays in view; gets the banner and the header. */
  readonly top: HTMLElement;
  readonly menuButton: HTMLElement;
  readonly aside: HTMLElement;
  readonly welcome: HTMLElement;
  readonly messages: HTMLElement;
  readonly afterMessages: readonly HTMLElement[];
  readonly composer: readonly HTMLElement[];
  readonly endButton: HTMLElement;
}

/** Returns the nodes of the page, from top to bottom. */
export function layout({ text }: Context, parts: Parts): HTMLElement[] {
  const header = element(
    'header',
    {},
    element('a', { className: 'skip', href: '#message', textContent: text('page.skip') }),
    element(
      'div',
      { className: 'brand' },
      element('p', {}, element('a', { href: '/', textContent: text('page.platform') })),
      element('h1', { textContent: text('page.title') }),
    ),
    parts.menuButton,
  );
  parts.top.append(parts.banner, header);
  const main = element(
    'main',
    {},
    element(
      'h2',
      { className: 'visually-hidden', id: 'conversation', tabIndex: -1 },
      text('conversation.label'),
    ),
    parts.welcome,
    parts.messages,
    element('div', { className: 'after-messages' }, ...parts.afterMessages),
    element(
      'div',
      { className: 'composer-area' },
      ...parts.composer,
      element(
        'div',
        { className: 'composer-footer' },
        element('p', { className: 'disclaimer' }, text('page.disclaimer')),
        parts.endButton,
      ),
    ),
  );
  return [parts.top, element('div', { className: 'columns' }, parts.aside, main)];
}
