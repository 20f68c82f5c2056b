import { type DataOf, questions } from '../answers/questions';
import { type Bar, barList } from '../charts/bar-list';
import { loadPictures } from '../charts/load-pictures';
import { type Context, type View, countryOf, placeOf } from '../page/context';
import { exportAddress } from '../page/exports';
import { Figure } from '../page/figure';

/** How many are drawn; the table has all of them. */
const MOST_BARS = 12;

/** The medications of which most units were sold in the period. */
export class MedicationsPanel {
  readonly figure: Figure;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'medications', title: context.text('medications.title') });
  }

  show(view: View): Promise<void> {
    const { selection } = view;
    const question = questions.medications({ period: selection.period.name, ...countryOf(selection) });
    return this.figure.follow(question, view, {
      draw: (sold) => {
        this.draw(view, sold);
      },
    });
  }

  private draw({ selection }: View, sold: DataOf<'medications'>): void {
    const { text, format } = this.context;
    const period = format.period(selection.period);
    if (sold.length === 0) {
      this.figure.tell(text('medications.none', { period }));
      return;
    }
    const bars = sold
      .slice(0, MOST_BARS)
      .map(({ name, unitsSold }): Bar => ({ name, value: unitsSold, text: format.number(unitsSold) }));
    const largest = format.list(
      bars.slice(0, 3).map((bar) => text('figure.item', { name: bar.name, value: bar.text })),
    );
    const others = sold.length - bars.length;
    this.figure.show({
      subtitle: text('medications.subtitle', { period, country: placeOf(this.context, selection) }),
      picture: barList(bars),
      label: text('medications.label', { period, largest }),
      notes: others > 0 ? [text('medications.others', { count: format.number(others) }, others)] : [],
      table: {
        columns: [
          { label: text('column.medication') },
          { label: text('column.atc') },
          { label: text('column.units'), numeric: true },
        ],
        rows: sold.map(({ name, atcCode, unitsSold }) => [name, atcCode ?? '', format.number(unitsSold)]),
      },
      exportOf: exportAddress('medications', { period: selection.period.name, ...countryOf(selection) }),
      save: {
        draw: async () => {
          const { barPicture } = await loadPictures();
          return barPicture(bars, { width: 900, direction: this.context.direction, number: format.number });
        },
      },
    });
  }
}
