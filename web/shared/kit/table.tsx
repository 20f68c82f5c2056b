import { useSignal } from '@preact/signals';
import type { Locale } from '../../../src/shared/locale';
import { Button } from './button';

interface Column {
  readonly label: string;
  readonly numeric?: boolean;
  /** Writes the cells that are numbers. */
  readonly format?: (value: number) => string;
}

/** Null if there is no value. */
export type Cell = string | number | null;

export interface TableContent {
  readonly columns: readonly Column[];
  /** One cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** The cells of the last row, which stays visible. */
  readonly total?: readonly Cell[];
}

interface TableProps {
  readonly id: string;
  readonly title: string;
  /** The accessible name of the scrollable region, unique on the page. */
  readonly regionLabel: string;
  readonly content: TableContent;
  /** Whose alphabet sorts texts. */
  readonly locale: Locale;
  /** The label of the search field of a long table. */
  readonly searchLabel: string;
  /** Returns the text on so many found rows, which screen readers announce. */
  readonly describeCount: (count: number) => string;
}

/** A table with more rows can be searched. */
const MAX_ROWS_WITHOUT_SEARCH = 20;

/** In place of a missing number. */
const NO_VALUE = '–';

interface Order {
  readonly column: number;
  readonly isDescending: boolean;
}

/** A table that its headers sort, in a region that scrolls if the table is too wide or too long. */
export function Table({ id, title, content, locale, ...texts }: TableProps) {
  const { columns, rows, total } = content;
  const order = useSignal<Order | undefined>(undefined);
  const words = useSignal('');
  const write = (cell: Cell, { format = String, numeric = false }: Column): string => {
    if (cell === null) return numeric ? NO_VALUE : '';
    return typeof cell === 'number' ? format(cell) : cell;
  };
  const toTexts = (cells: readonly Cell[]): string[] =>
    columns.map((column, index) => write(cells[index] ?? null, column));
  const found = rows.filter((cells) =>
    toTexts(cells).some((text) => text.toLowerCase().includes(words.value.toLowerCase())),
  );
  const shown = order.value ? sortRows(found, order.value, locale) : found;
  const classOf = (index: number): string => (columns[index]?.numeric ? 'numeric' : '');
  const rowOf = (cells: readonly Cell[]) =>
    toTexts(cells).map((text, index) =>
      index === 0 ? (
        <th key={index} scope="row">
          <bdi>{text}</bdi>
        </th>
      ) : (
        <td key={index} class={classOf(index)}>
          <bdi>{text}</bdi>
        </td>
      ),
    );
  return (
    <>
      {rows.length > MAX_ROWS_WITHOUT_SEARCH && (
        <div class="table-search">
          <input
            type="search"
            aria-label={`${texts.searchLabel}: ${title}`}
            placeholder={texts.searchLabel}
            onInput={({ currentTarget }) => void (words.value = currentTarget.value)}
          />
          <span role="status">{words.value === '' ? '' : texts.describeCount(found.length)}</span>
        </div>
      )}
      <div id={id} class="table-scroll" tabIndex={0} role="region" aria-label={texts.regionLabel}>
        <table>
          <caption class="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {columns.map(({ label, numeric = false }, index) => (
                <th key={index} scope="col" class={classOf(index)} aria-sort={sortOf(order.value, index)}>
                  <Button
                    variant="plain"
                    onClick={() => void (order.value = nextOrder(order.value, index, numeric))}
                  >
                    {label}
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((cells, row) => (
              <tr key={row}>{rowOf(cells)}</tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>{rowOf(total)}</tr>
            </tfoot>
          )}
        </table>
      </div>
    </>
  );
}

/** Returns the order after a click on a header: numbers begin with the highest; the third click restores the rows. */
function nextOrder(order: Order | undefined, column: number, numeric: boolean): Order | undefined {
  if (order?.column !== column) return { column, isDescending: numeric };
  return order.isDescending === numeric ? { column, isDescending: !numeric } : undefined;
}

function sortOf(order: Order | undefined, column: number): 'ascending' | 'descending' | undefined {
  if (order?.column !== column) return undefined;
  return order.isDescending ? 'descending' : 'ascending';
}

/** Returns the rows in an order; those without a value are last. */
function sortRows(
  rows: readonly (readonly Cell[])[],
  { column, isDescending }: Order,
  locale: Locale,
): readonly (readonly Cell[])[] {
  const hasValue = (row: readonly Cell[]): boolean => (row[column] ?? '') !== '';
  const sorted = rows.filter(hasValue).sort((one, other) => compare(one[column], other[column], locale));
  return [...(isDescending ? sorted.toReversed() : sorted), ...rows.filter((row) => !hasValue(row))];
}

function compare(one: Cell | undefined, other: Cell | undefined, locale: Locale): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), locale);
}
