import { type Child, element } from '../shared/element';
import { type ApiDocument, type Procedure, proceduresOf } from './document';
import { START, addressOf, partOf } from './routes';

/** Every procedure as a link, by module: links of the page's own, which keyboards and screen readers know. */
export class Navigation {
  private readonly menu: HTMLDetailsElement;

  /** @param place the landmark to fill */
  constructor(
    private readonly place: HTMLElement,
    document: ApiDocument,
  ) {
    const procedures = proceduresOf(document);
    this.menu = element(
      'details',
      {},
      element('summary', { textContent: 'Procedures' }),
      link(START, 'Start here'),
      ...document.tags.flatMap(({ name }) => {
        const items = procedures.filter(({ tag }) => tag === name).map(item);
        return items.length > 0 ? [element('h2', { textContent: name }), element('ul', {}, ...items)] : [];
      }),
    );
    place.replaceChildren(this.menu);
    const wide = matchMedia('(min-width: 60rem)');
    const fit = (): void => {
      this.menu.open = wide.matches;
    };
    wide.addEventListener('change', fit);
    fit();
    this.menu.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLAnchorElement) fit();
    });
  }

  /** Marks the link of the part that is shown. */
  show(part: string): void {
    for (const one of this.place.querySelectorAll('a')) {
      if (one.getAttribute('href') === addressOf(part)) one.setAttribute('aria-current', 'page');
      else one.removeAttribute('aria-current');
    }
  }
}

function item({ name, path, summary, deprecated, methods }: Procedure): HTMLLIElement {
  const [first = 'post', ...others] = methods;
  return element(
    'li',
    { title: summary },
    link(partOf(first, path), deprecated ? element('s', { textContent: name }) : name),
    ...others.map((method) =>
      element('a', {
        className: 'method',
        href: addressOf(partOf(method, path)),
        textContent: method.toUpperCase(),
        ariaLabel: `${name} by ${method.toUpperCase()}`,
      }),
    ),
  );
}

function link(part: string, content: Child): HTMLAnchorElement {
  return element('a', { href: addressOf(part) }, content);
}
