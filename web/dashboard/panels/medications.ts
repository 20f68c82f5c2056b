import { type DataOf, queries } from '../queries/queries';
import { type Bar, barList } from '../charts/bar-list';
import { drawBarsForFile } from '../charts/draw-bars-for-file';
import { type Context, type View, countryInput, selectedCountryName } from '../page/context';
import { exportUrl } from '../page/exports';
import { Figure } from '../page/figure';

/** The number of bars; the table has all medications. */
const MAX_BARS = 12;

/** The medications with the most units sold in the period. */
export class MedicationsPanel {
  readonly figure: Figure;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'medications', title: context.text('medications.title') });
  }

  show(view: View): Promise<void> {
    const { selection } = view;
    const query = queries.medications({ period: selection.period.name, ...countryInput(selection) });
    return this.figure.subscribe(query, view, {
      draw: (sold) => {
        this.draw(view, sold);
      },
    });
  }

  private draw({ selection }: View, sold: DataOf<'medications'>): void {
    const { text, format } = this.context;
    const period = format.period(selection.period);
    if (sold.length === 0) {
      this.figure.showMessage(text('medications.none', { period }));
      return;
    }
    const bars = sold
      .slice(0, MAX_BARS)
      .map(({ name, unitsSold }): Bar => ({ name, value: unitsSold, text: format.number(unitsSold) }));
    const others = sold.length - bars.length;
    this.figure.show({
      subtitle: text('medications.subtitle', {
        period,
        country: selectedCountryName(this.context, selection),
      }),
      picture: barList(bars),
      label: text('medications.label', { period, largest: this.figure.listLargest(bars) }),
      notes: others > 0 ? [text('medications.others', { count: format.number(others) }, others)] : [],
      table: {
        columns: [
          { label: text('column.medication') },
          { label: text('column.atc') },
          { label: text('column.units'), numeric: true },
        ],
        rows: sold.map(({ name, atcCode, unitsSold }) => [name, atcCode ?? '', format.number(unitsSold)]),
      },
      exportUrlOf: exportUrl('medications', { period: selection.period.name, ...countryInput(selection) }),
      save: { draw: () => drawBarsForFile(bars, this.context) },
    });
  }
}
