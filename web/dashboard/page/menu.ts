import { type Child, element } from '../../shared/element';

const CLASS = 'menu';

/** Creates a menu that closes on Escape and when it loses the focus. */
export function menu(
  { id, label, ariaLabel }: { readonly id: string; readonly label: string; readonly ariaLabel: string },
  items: readonly Child[],
): HTMLDetailsElement {
  const summary = element('summary', { id, textContent: label, ariaLabel });
  const list = element('ul', {}, ...items.map((item) => element('li', {}, item)));
  const created = element('details', { className: CLASS }, summary, list);
  created.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !created.contains(relatedTarget)) created.open = false;
  });
  created.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    created.open = false;
    summary.focus();
  });
  return created;
}

/** Makes every menu of the page close on a click outside of it. */
export function closeMenusOnOutsideClick(): void {
  document.addEventListener('click', ({ target }) => {
    for (const openMenu of document.querySelectorAll<HTMLDetailsElement>(`details.${CLASS}[open]`)) {
      if (target instanceof Node && !openMenu.contains(target)) openMenu.open = false;
    }
  });
}
