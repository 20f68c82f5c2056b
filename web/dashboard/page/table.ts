import { element } from '../../shared/element';

export interface Table {
  readonly columns: readonly { readonly label: string; readonly numeric?: boolean }[];
  /** The formatted cells, one per column. */
  readonly rows: readonly (readonly string[])[];
}

interface TableNames {
  readonly id: string;
  readonly title: string;
  /** The accessible name of the scrollable region, unique on the page. */
  readonly regionLabel: string;
}

/** Creates a table in a region that scrolls if the table is too wide or too long. */
export function tableElement({ columns, rows }: Table, { id, title, regionLabel }: TableNames): HTMLElement {
  const classOf = (index: number): string => (columns[index]?.numeric ? 'numeric' : '');
  const headers = columns.map((column, index) =>
    element('th', { scope: 'col', className: classOf(index), textContent: column.label }),
  );
  const tableRows = rows.map((cells) =>
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
    element('caption', { className: 'visually-hidden', textContent: title }),
    element('thead', {}, element('tr', {}, ...headers)),
    element('tbody', {}, ...tableRows),
  );
  return element(
    'div',
    { id, className: 'table-scroll', tabIndex: 0, role: 'region', ariaLabel: regionLabel },
    table,
  );
}
