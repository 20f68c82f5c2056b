import { type DataOf, queries } from '../queries/queries';
import { type Bar, barList } from '../charts/bar-list';
import { drawBarsForFile } from '../charts/draw-bars-for-file';
import { SERIES } from '../charts/series';
import { type Context, type View, countryInput, selectedCountryName } from '../page/context';
import { exportUrl } from '../page/exports';
import { Figure, type FigureListener } from '../page/figure';
import { MAX_PATHOLOGIES } from '../selection';

export type PathologyCounts = DataOf<'pathologies'>;

/** The number of bars; the table has all pathologies. */
const MAX_BARS = 15;

/** The number of most frequent pathologies in the trend if none are selected. */
const DEFAULT_SELECTED = 3;

/** Returns the names of the pathologies in the trend. */
export function selectedPathologies(
  selected: readonly string[] | null,
  counts: PathologyCounts,
): readonly string[] {
  return selected ?? counts.slice(0, DEFAULT_SELECTED).map(({ name }) => name);
}

/** The most frequent pathologies of the period, with checkboxes that add them to the trend. */
export class PathologiesPanel {
  readonly figure: Figure;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'pathologies', title: context.text('pathologies.title') });
  }

  show(view: View, listener: Omit<FigureListener<PathologyCounts>, 'draw'>): Promise<void> {
    const query = queries.pathologies({
      period: view.selection.period.name,
      ...countryInput(view.selection),
    });
    return this.figure.subscribe(query, view, {
      draw: (counts) => {
        this.draw(view, counts);
      },
      ...listener,
    });
  }

  private draw({ selection }: View, counts: PathologyCounts): void {
    const { text, format } = this.context;
    const period = format.period(selection.period);
    if (counts.length === 0) {
      this.figure.showMessage(text('pathologies.none', { period }));
      return;
    }
    const selected = selectedPathologies(selection.pathologies, counts);
    const bars = counts.slice(0, MAX_BARS).map(({ name, count }): Bar => {
      const style = SERIES[selected.indexOf(name)] ?? null;
      return { name, value: count, text: format.number(count), style };
    });
    const others = counts.length - bars.length;
    const max = { count: format.number(MAX_PATHOLOGIES) };
    this.figure.show({
      subtitle: text('pathologies.subtitle', {
        period,
        country: selectedCountryName(this.context, selection),
      }),
      picture: this.list(bars, selected),
      label: text('pathologies.label', { period, largest: this.figure.listLargest(bars) }),
      notes: [
        selected.length < MAX_PATHOLOGIES
          ? text('pathologies.choose')
          : text('pathologies.chooseMost', max, MAX_PATHOLOGIES),
        ...(others > 0 ? [text('pathologies.others', { count: format.number(others) }, others)] : []),
      ],
      table: {
        columns: [
          { label: text('column.pathology') },
          { label: text('column.icd10') },
          { label: text('column.cases'), numeric: true },
        ],
        rows: counts.map(({ name, icd10, count }) => [name, icd10 ?? '', format.number(count)]),
      },
      exportUrlOf: exportUrl('pathologies', { period: selection.period.name, ...countryInput(selection) }),
      save: { draw: () => drawBarsForFile(bars, this.context) },
    });
  }

  private list(bars: readonly Bar[], selected: readonly string[]): HTMLElement {
    const list = barList(bars, (name, isSelected) => {
      this.context.changeSelection({
        pathologies: isSelected ? [...selected, name] : selected.filter((one) => one !== name),
      });
    });
    const isFull = selected.length >= MAX_PATHOLOGIES;
    for (const box of list.querySelectorAll<HTMLInputElement>('input:not(:checked)')) box.disabled = isFull;
    return list;
  }
}
