import { type Child, element } from '../shared/element';
import { type ApiDocument, type Procedure, listProcedures } from './document';
import { START_ROUTE, operationRoute, routeUrl } from './routes';

/** Links to all procedures, by module. Replaces the renderer's navigation, which has no keyboard support. */
export class Navigation {
  private readonly menu: HTMLDetailsElement;

  /** @param landmark the element to fill */
  constructor(
    private readonly landmark: HTMLElement,
    document: ApiDocument,
  ) {
    const procedures = listProcedures(document);
    this.menu = element(
      'details',
      {},
      element('summary', { textContent: 'Procedures' }),
      link(START_ROUTE, 'Start here'),
      ...document.tags.flatMap(({ name }) => {
        const items = procedures.filter(({ tag }) => tag === name).map(item);
        return items.length > 0 ? [element('h2', { textContent: name }), element('ul', {}, ...items)] : [];
      }),
    );
    landmark.replaceChildren(this.menu);
    const wide = matchMedia('(min-width: 60rem)');
    const openIfWide = (): void => {
      this.menu.open = wide.matches;
    };
    wide.addEventListener('change', openIfWide);
    openIfWide();
    this.menu.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLAnchorElement) openIfWide();
    });
  }

  /** Marks the link of the current route. */
  markCurrent(route: string): void {
    for (const anchor of this.landmark.querySelectorAll('a')) {
      if (anchor.getAttribute('href') === routeUrl(route)) anchor.setAttribute('aria-current', 'page');
      else anchor.removeAttribute('aria-current');
    }
  }
}

function item({ name, path, summary, deprecated, methods }: Procedure): HTMLLIElement {
  const [first = 'post', ...others] = methods;
  return element(
    'li',
    { title: summary },
    link(operationRoute(first, path), deprecated ? element('s', { textContent: name }) : name),
    ...others.map((method) =>
      element('a', {
        className: 'method',
        href: routeUrl(operationRoute(method, path)),
        textContent: method.toUpperCase(),
        ariaLabel: `${name} by ${method.toUpperCase()}`,
      }),
    ),
  );
}

function link(route: string, content: Child): HTMLAnchorElement {
  return element('a', { href: routeUrl(route) }, content);
}
