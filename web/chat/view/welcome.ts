import { button, element } from '../../shared/element';
import type { Context } from '../context';

/** Creates the introduction of an empty conversation, with examples of questions. */
export function welcome({ text }: Context, onAsk: (question: string) => void): HTMLElement {
  const examples = (['welcome.example1', 'welcome.example2', 'welcome.example3'] as const).map((key) =>
    element(
      'li',
      {},
      button(
        text(key),
        () => {
          onAsk(text(key));
        },
        { className: 'example' },
      ),
    ),
  );
  return element(
    'section',
    { className: 'welcome', attributes: { 'aria-labelledby': 'welcome-title' } },
    element('h2', { id: 'welcome-title' }, text('welcome.title')),
    element('p', {}, text('welcome.text')),
    element('ul', { ariaLabel: text('welcome.examples') }, ...examples),
  );
}
