import { type Child, element } from '../../shared/element';

const CLASS = 'menu';

/** A menu under a word, which closes on Escape, and when the focus goes elsewhere. */
export function menu(
  { id, label, name }: { readonly id: string; readonly label: string; readonly name: string },
  items: readonly Child[],
): HTMLDetailsElement {
  const summary = element('summary', { id, textContent: label, ariaLabel: name });
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

/** Closes every menu of the page from now on when a click goes elsewhere. */
export function closeMenusOnClicks(): void {
  document.addEventListener('click', ({ target }) => {
    for (const open of document.querySelectorAll<HTMLDetailsElement>(`details.${CLASS}[open]`)) {
      if (target instanceof Node && !open.contains(target)) open.open = false;
    }
  });
}
