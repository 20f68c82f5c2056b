import type { ComponentChildren } from 'preact';
import { type NamedPeriod, previousPeriod, yearBefore } from '../../../src/shared/period';
import { type Describe, FigurePanel } from '../page/figure-panel';
import { exportUrl } from '../queries/export-url';
import { periodInput } from '../queries/inputs';
import type { DataOf } from '../queries/queries';
import type { Selection } from '../selection';
import { Reporting, ReportingDetails } from './reporting';
import { useDashboard, usePage } from '../state/dashboard-context';

type Summary = DataOf<'summary'>;

/** The totals of the period, and their changes. */
export function SummaryPanel() {
  return (
    <FigurePanel
      id="summary"
      query={useDashboard().figures.summary}
      describe={describe}
      foot={<ReportingDetails />}
    />
  );
}

const describe: Describe<DataOf<'summary'>> = ({ text, format }, summary, selection) => {
  const { period } = selection;
  const totals = [
    { label: text('summary.cases'), figures: summary.cases },
    { label: text('summary.unitsSold'), figures: summary.unitsSold },
  ];
  return {
    subtitle: format.period(period),
    picture: <Cards summary={summary} selection={selection} />,
    label: format.list(
      totals.map(({ label, figures: { count } }) =>
        text('figure.item', { name: label, value: format.number(count) }),
      ),
    ),
    notes: [
      ...(summary.complete ? [] : [text('summary.incomplete', { day: format.day(summary.until) })]),
      text('reporting.expected'),
    ],
    table: {
      columns: [
        { label: text('column.figure') },
        ...[period, previousPeriod(period), yearBefore(period)].map((one) => ({
          label: format.period(one),
          numeric: true,
          format: format.number,
        })),
      ],
      rows: totals.map(({ label, figures: { count, previous, yearBefore: before } }) => [
        label,
        count,
        previous,
        before,
      ]),
    },
    exportUrlOf: exportUrl('summary', periodInput(selection)),
  };
};

function Cards({ summary, selection }: { summary: Summary; selection: Selection }) {
  const { text } = usePage();
  return (
    <div class="cards">
      <Card label={text('summary.cases')} count={summary.cases.count}>
        <Changes figures={summary.cases} period={selection.period} />
      </Card>
      <Card label={text('summary.unitsSold')} count={summary.unitsSold.count}>
        <Changes figures={summary.unitsSold} period={selection.period} />
      </Card>
      <Card label={text('summary.pathologies')} count={summary.pathologies} />
      <Reporting />
    </div>
  );
}

function Card({ label, count, children }: { label: string; count: number; children?: ComponentChildren }) {
  const { format } = usePage();
  return (
    <div class="card">
      <h3>{label}</h3>
      <p class="card-value">{format.number(count)}</p>
      {children}
    </div>
  );
}

function Changes({ figures, period }: { figures: Summary['cases']; period: NamedPeriod }) {
  return (
    <>
      <Change change={figures.changeOnPrevious} base={previousPeriod(period)} />
      {/* The period before a year is the year before. */}
      {period.kind !== 'year' && <Change change={figures.changeOnYearBefore} base={yearBefore(period)} />}
    </>
  );
}

function Change({ change, base }: { change: number | null; base: NamedPeriod }) {
  const { text, format } = usePage();
  const period = format.period(base);
  const direction = change === null || change === 0 ? 'same' : change > 0 ? 'up' : 'down';
  return (
    <p class="change">
      <span class="arrow" aria-hidden="true">
        {{ up: '▲', down: '▼', same: '■' }[direction]}
      </span>
      {change === null
        ? text('summary.noBase', { period })
        : text(`summary.${direction}`, { change: format.percent(Math.abs(change)), period })}
    </p>
  );
}
