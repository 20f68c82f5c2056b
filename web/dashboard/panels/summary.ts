import { type NamedPeriod, previousPeriod, yearBefore } from '../../../src/shared/period';
import { type DataOf, queries } from '../queries/queries';
import { element } from '../../shared/element';
import { type Context, type View, countryInput } from '../page/context';
import { exportUrl } from '../page/exports';
import { Figure } from '../page/figure';

type Summary = DataOf<'summary'>;

/** The totals of the period, and their changes. */
export class SummaryPanel {
  readonly figure: Figure;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'summary', title: context.text('summary.title') });
    this.figure.node.classList.add('overview');
  }

  show(view: View): Promise<void> {
    const { selection } = view;
    const query = queries.summary({ period: selection.period.name, ...countryInput(selection) });
    return this.figure.subscribe(query, view, {
      draw: (summary) => {
        this.draw(view, summary);
      },
    });
  }

  private draw({ selection }: View, summary: Summary): void {
    const { text, format, selectionOptions } = this.context;
    const { cases, unitsSold } = summary;
    const totals = [
      { label: text('summary.cases'), figures: cases },
      { label: text('summary.unitsSold'), figures: unitsSold },
    ];
    const cards = [
      ...totals.map(({ label, figures }) =>
        card(label, format.number(figures.count), this.changeTexts(figures, selection.period)),
      ),
      card(text('summary.pathologies'), format.number(summary.pathologies)),
      ...(selectionOptions.canSeeAllCountries && selection.country === null
        ? [card(text('summary.countries'), format.number(summary.countries))]
        : []),
    ];
    const describe = ({ label, figures }: (typeof totals)[number]): string =>
      text('figure.item', { name: label, value: format.number(figures.count) });
    this.figure.show({
      subtitle: format.period(selection.period),
      picture: element('div', { className: 'cards' }, ...cards),
      label: format.list(totals.map(describe)),
      notes: summary.complete ? [] : [text('summary.incomplete', { day: format.day(summary.until) })],
      table: {
        columns: [
          { label: text('column.figure') },
          { label: format.period(selection.period), numeric: true },
          { label: format.period(previousPeriod(selection.period)), numeric: true },
          { label: format.period(yearBefore(selection.period)), numeric: true },
        ],
        rows: totals.map(({ label, figures }) => [
          label,
          ...[figures.count, figures.previous, figures.yearBefore].map(format.number),
        ]),
      },
      exportUrlOf: exportUrl('summary', { period: selection.period.name, ...countryInput(selection) }),
    });
  }

  private changeTexts(figures: Summary['cases'], period: NamedPeriod): HTMLElement[] {
    const onPrevious = this.changeText(figures.changeOnPrevious, previousPeriod(period));
    // The period before a year is the year before.
    if (period.kind === 'year') return [onPrevious];
    return [onPrevious, this.changeText(figures.changeOnYearBefore, yearBefore(period))];
  }

  private changeText(change: number | null, base: NamedPeriod): HTMLElement {
    const { text, format } = this.context;
    const period = format.period(base);
    const direction = change === null || change === 0 ? 'same' : change > 0 ? 'up' : 'down';
    const sentence =
      change === null
        ? text('summary.noBase', { period })
        : text(`summary.${direction}`, { change: format.percent(Math.abs(change)), period });
    const arrow = { up: '▲', down: '▼', same: '■' }[direction];
    return element(
      'p',
      { className: 'change' },
      element('span', { className: 'arrow', textContent: arrow, ariaHidden: 'true' }),
      sentence,
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
