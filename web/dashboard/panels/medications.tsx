import { type Bar, BarList } from '../charts/bar-list';
import { type Describe, FigurePanel, listLargest } from '../page/figure-panel';
import type { DataOf } from '../queries/queries';
import { exportUrl } from '../queries/export-url';
import { periodInput } from '../queries/inputs';
import { useDashboard } from '../state/dashboard-context';
import { selectedCountryName } from '../state/page';

/** The number of bars; the table has all medications. */
const MAX_BARS = 12;

/** The medications with the most units sold in the period. */
export function MedicationsPanel() {
  return <FigurePanel id="medications" query={useDashboard().figures.medications} describe={describe} />;
}

const describe: Describe<DataOf<'medications'>> = (page, sold, selection) => {
  const { text, format, direction } = page;
  const period = format.period(selection.period);
  if (sold.length === 0) return text('medications.none', { period });
  const bars = sold.slice(0, MAX_BARS).map(({ name, unitsSold }): Bar => ({
    id: name,
    name,
    value: unitsSold,
    text: format.number(unitsSold),
  }));
  const others = sold.length - bars.length;
  return {
    subtitle: text('medications.subtitle', { period, country: selectedCountryName(page, selection) }),
    picture: <BarList bars={bars} />,
    label: text('medications.label', { period, largest: listLargest(page, bars) }),
    notes: others > 0 ? [text('medications.others', { count: format.number(others) }, others)] : [],
    table: {
      columns: [
        { label: text('column.medication') },
        { label: text('column.atc') },
        { label: text('column.units'), numeric: true, format: format.number },
      ],
      rows: sold.map(({ name, atcCode, unitsSold }) => [name, atcCode, unitsSold]),
    },
    exportUrlOf: exportUrl('medications', periodInput(selection)),
    save: { draw: ({ drawBars }) => drawBars(bars, direction) },
  };
};
