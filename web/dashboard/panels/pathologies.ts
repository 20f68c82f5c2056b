import { type DataOf, questions } from '../answers/questions';
import { type Bar, barList } from '../charts/bar-list';
import { loadPictures } from '../charts/load-pictures';
import { SERIES } from '../charts/series';
import { type Context, type View, countryOf, placeOf } from '../page/context';
import { exportAddress } from '../page/exports';
import { Figure, type Listener } from '../page/figure';
import { MOST_PATHOLOGIES } from '../selection';

export type PathologyCounts = DataOf<'pathologies'>;

/** How many are drawn; the table has all of them. */
const MOST_BARS = 15;

/** How many of the most frequent have their trend shown where nobody chose any. */
const CHOSEN_AT_FIRST = 3;

/** The names whose trend is shown. */
export function chosenPathologies(
  chosen: readonly string[] | null,
  counts: PathologyCounts,
): readonly string[] {
  return chosen ?? counts.slice(0, CHOSEN_AT_FIRST).map(({ name }) => name);
}

/** The most frequent pathologies of the period, to be ticked for the trend. */
export class PathologiesPanel {
  readonly figure: Figure;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'pathologies', title: context.text('pathologies.title') });
  }

  show(view: View, listener: Omit<Listener<PathologyCounts>, 'draw'>): Promise<void> {
    const question = questions.pathologies({
      period: view.selection.period.name,
      ...countryOf(view.selection),
    });
    return this.figure.follow(question, view, {
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
      this.figure.tell(text('pathologies.none', { period }));
      return;
    }
    const chosen = chosenPathologies(selection.pathologies, counts);
    const bars = counts.slice(0, MOST_BARS).map(({ name, count }): Bar => {
      const place = chosen.indexOf(name);
      return { name, value: count, text: format.number(count), style: SERIES[place] ?? null };
    });
    const largest = format.list(
      bars.slice(0, 3).map((bar) => text('figure.item', { name: bar.name, value: bar.text })),
    );
    const others = counts.length - bars.length;
    const most = { count: format.number(MOST_PATHOLOGIES) };
    this.figure.show({
      subtitle: text('pathologies.subtitle', { period, country: placeOf(this.context, selection) }),
      picture: this.list(bars, chosen),
      label: text('pathologies.label', { period, largest }),
      notes: [
        chosen.length < MOST_PATHOLOGIES
          ? text('pathologies.choose')
          : text('pathologies.chooseMost', most, MOST_PATHOLOGIES),
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
      exportOf: exportAddress('pathologies', { period: selection.period.name, ...countryOf(selection) }),
      save: {
        draw: async () => {
          const { barPicture } = await loadPictures();
          return barPicture(bars, { width: 900, direction: this.context.direction, number: format.number });
        },
      },
    });
  }

  private list(bars: readonly Bar[], chosen: readonly string[]): HTMLElement {
    const { change } = this.context;
    const list = barList(bars, (name, isChosen) => {
      change({ pathologies: isChosen ? [...chosen, name] : chosen.filter((one) => one !== name) });
    });
    const full = chosen.length >= MOST_PATHOLOGIES;
    for (const box of list.querySelectorAll<HTMLInputElement>('input:not(:checked)')) box.disabled = full;
    return list;
  }
}
