import { element } from '../../shared/element';

export interface Table {
  readonly columns: readonly { readonly label: string; readonly numeric?: boolean }[];
  /** A cell for each column, as it is read. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * A table that scrolls by itself where it is too wide or too long.
 * @param title of the table
 * @param label of the part of the page that scrolls, of which there is no other of the same name
 */
export function tableElement(
  { columns, rows }: Table,
  { id, title, label }: { readonly id: string; readonly title: string; readonly label: string },
): HTMLElement {
  const classOf = (index: number): string => (columns[index]?.numeric ? 'numeric' : '');
  const heads = columns.map((column, index) =>
    element('th', { scope: 'col', className: classOf(index), textContent: column.label }),
  );
  const lines = rows.map((cells) =>
    element(
      'tr',
      {},
      ...cells.map((cell, index) =>
        index === 0
          ? element('th', { scope: 'row' }, element('bdi', {}, cell))
          : element('td', { className: classOf(index), textContent: cell }),
      ),
    ),
  );
  const table = element(
    'table',
    {},
    element('caption', { className: 'unseen', textContent: title }),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...lines),
  );
  return element(
    'div',
    { id, className: 'table-scroll', tabIndex: 0, role: 'region', ariaLabel: label },
    table,
  );
}
