import { type NamedPeriod, previousPeriod, yearBefore } from '../../../src/shared/calendar';
import { type DataOf, questions } from '../answers/questions';
import { element } from '../../shared/element';
import { type Context, type View, countryOf } from '../page/context';
import { exportAddress } from '../page/exports';
import { Figure } from '../page/figure';

type Summary = DataOf<'summary'>;

/** The totals of the period, and whether they went up or down. */
export class SummaryPanel {
  readonly figure: Figure;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'summary', title: context.text('summary.title') });
    this.figure.node.classList.add('overview');
  }

  show(view: View): Promise<void> {
    const { selection } = view;
    const question = questions.summary({ period: selection.period.name, ...countryOf(selection) });
    return this.figure.follow(question, view, {
      draw: (summary) => {
        this.draw(view, summary);
      },
    });
  }

  private draw({ selection }: View, summary: Summary): void {
    const { text, format, defaults } = this.context;
    const { cases, unitsSold } = summary;
    const compared = [
      { label: text('summary.cases'), figures: cases },
      { label: text('summary.unitsSold'), figures: unitsSold },
    ];
    const cards = [
      ...compared.map(({ label, figures }) =>
        card(label, format.number(figures.count), this.changes(figures, selection.period)),
      ),
      card(text('summary.pathologies'), format.number(summary.pathologies)),
      ...(defaults.all && selection.country === null
        ? [card(text('summary.countries'), format.number(summary.countries))]
        : []),
    ];
    const value = ({ label, figures }: (typeof compared)[number]): string =>
      text('figure.item', { name: label, value: format.number(figures.count) });
    this.figure.show({
      subtitle: format.period(selection.period),
      picture: element('div', { className: 'cards' }, ...cards),
      label: format.list(compared.map(value)),
      notes: summary.complete ? [] : [text('summary.incomplete', { day: format.day(summary.until) })],
      table: {
        columns: [
          { label: text('column.figure') },
          { label: format.period(selection.period), numeric: true },
          { label: format.period(previousPeriod(selection.period)), numeric: true },
          { label: format.period(yearBefore(selection.period)), numeric: true },
        ],
        rows: compared.map(({ label, figures }) => [
          label,
          ...[figures.count, figures.previous, figures.yearBefore].map(format.number),
        ]),
      },
      exportOf: exportAddress('summary', { period: selection.period.name, ...countryOf(selection) }),
    });
  }

  private changes(figures: Summary['cases'], period: NamedPeriod): HTMLElement[] {
    const onPrevious = this.change(figures.changeOnPrevious, previousPeriod(period));
    // Of a year, both are the same.
    if (period.kind === 'year') return [onPrevious];
    return [onPrevious, this.change(figures.changeOnYearBefore, yearBefore(period))];
  }

  private change(change: number | null, base: NamedPeriod): HTMLElement {
    const { text, format } = this.context;
    const period = format.period(base);
    const direction = change === null || change === 0 ? 'same' : change > 0 ? 'up' : 'down';
    const words =
      change === null
        ? text('summary.noBase', { period })
        : text(`summary.${direction}`, { change: format.percent(Math.abs(change)), period });
    const arrow = { up: '▲', down: '▼', same: '■' }[direction];
    return element(
      'p',
      { className: 'change' },
      element('span', { className: 'arrow', textContent: arrow, ariaHidden: 'true' }),
      words,
    );
  }
}

function card(label: string, value: string, changes: readonly HTMLElement[] = []): HTMLElement {
  return element(
    'div',
    { className: 'card' },
    element('h3', { textContent: label }),
    element('p', { className: 'card-value', textContent: value }),
    ...changes,
  );
}
