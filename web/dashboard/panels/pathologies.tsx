import { MAX_TREND_LINES } from '../../../src/shared/dashboard-values';
import { yearBefore } from '../../../src/shared/period';
import { type Bar, BarList } from '../charts/bar-list';
import { styleAt } from '../charts/series';
import { type Describe, FigurePanel, listLargest } from '../page/figure-panel';
import type { DataOf } from '../queries/queries';
import { exportUrl } from '../queries/export-url';
import { periodInput } from '../queries/inputs';
import { addPathology, filterPathologies, identityOf, selectedPathologies } from '../selection';
import { assignSlots } from '../slots';
import { useDashboard } from '../state/dashboard-context';
import { type Page, selectedCountryName } from '../state/page';

/** The number of bars; the table has all pathologies. */
const MAX_BARS = 15;

/** In place of a change without a base. */
const NO_CHANGE = '–';

type Comparison = DataOf<'pathologyComparison'>;

/** The most frequent pathologies of the period beside the year before, with checkboxes that add them to the trend. */
export function PathologiesPanel() {
  return <FigurePanel id="pathologies" query={useDashboard().figures.pathologies} describe={describe} />;
}

const describe: Describe<Comparison> = (page, comparison, selection) => {
  const { text, format, direction, select } = page;
  const { pathologies, total, complete, until, population } = comparison;
  const period = format.period(selection.period);
  if (pathologies.length === 0) return text('pathologies.none', { period });
  const selected = selectedPathologies(selection, pathologies);
  const slots = assignSlots(selected, selection.slots);
  const toBar = (id: string, name: string, counts: Comparison['total']): Bar => ({
    id,
    name,
    value: counts.count,
    text: format.number(counts.count),
    mark: counts.yearBefore,
    cells: listCells(page, counts),
  });
  const bars = pathologies.slice(0, MAX_BARS).map((row): Bar => {
    const id = identityOf(row);
    const slot = slots[selected.indexOf(id)];
    return { ...toBar(id, row.name, row), style: slot === undefined ? null : styleAt(slot) };
  });
  const all = toBar('', text('map.all'), total);
  const others = pathologies.length - bars.length;
  const isFull = selected.length >= MAX_TREND_LINES;
  const max = { count: format.number(MAX_TREND_LINES) };
  const before = yearBefore(selection.period);
  const rate = population === null ? [] : [text('column.rate')];
  const columns = [text('column.cases'), format.periodShort(before), text('column.change'), ...rate];
  return {
    subtitle: text('pathologies.subtitle', { period, country: selectedCountryName(page, selection) }),
    picture: (
      <BarList
        bars={bars}
        isFull={isFull}
        columns={columns}
        total={all}
        onToggle={(id, isSelected) => {
          select(
            isSelected
              ? addPathology(selection, selected, id)
              : filterPathologies(selection, selected, (one) => one !== id),
          );
        }}
      />
    ),
    label: text('pathologies.label', { period, largest: listLargest(page, bars) }),
    notes: [
      isFull ? text('pathologies.chooseMost', max, MAX_TREND_LINES) : text('pathologies.choose'),
      ...(others > 0 ? [text('pathologies.others', { count: format.number(others) }, others)] : []),
      ...(population ? [text('figure.population', { year: String(population.year) })] : []),
      ...(complete ? [] : [text('summary.incomplete', { day: format.day(until) })]),
    ],
    table: {
      columns: [
        { label: text('column.pathology') },
        { label: text('column.icd10') },
        { label: text('column.cases'), numeric: true, format: format.number },
        { label: format.period(before), numeric: true, format: format.number },
        { label: text('column.change'), numeric: true, format: format.percentChange },
        ...rate.map((label) => ({ label, numeric: true, format: format.rate })),
      ],
      total: [all.name, null, ...listNumbers(total)],
      rows: pathologies.map((row) => [row.name, row.icd10, ...listNumbers(row)]),
    },
    exportUrlOf: exportUrl('comparison', periodInput(selection)),
    save: {
      draw: ({ drawBars }) => drawBars(bars, direction),
      legend: [{ color: 'var(--ink)', text: format.period(before) }],
    },
  };
};

/** Returns the cells of the year before, of the change since then, and of the rate if it is known. */
function listCells(
  { format }: Page,
  { yearBefore: count, changeOnYearBefore, per100000 }: Comparison['total'],
): string[] {
  const change = changeOnYearBefore === null ? NO_CHANGE : format.percentChange(changeOnYearBefore);
  return [format.number(count), change, ...(per100000 === null ? [] : [format.rate(per100000)])];
}

/** Returns the numbers of a row of the table. */
function listNumbers(counts: Comparison['total']): (number | null)[] {
  return [counts.count, counts.yearBefore, counts.changeOnYearBefore, counts.per100000];
}
