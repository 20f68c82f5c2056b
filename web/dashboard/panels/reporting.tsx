import { useSignal } from '@preact/signals';
import { TableDetails } from '../page/figure-foot';
import type { DataOf } from '../queries/queries';
import { useDashboard, usePage } from '../state/dashboard-context';

type CountryReport = DataOf<'reporting'>['countries'][number];

/** The number of late countries beside the totals; the table has all of them. */
const MAX_LATE = 3;

/** How many of the expected countries report, which ones are late, and whether the period is incomplete. */
export function Reporting() {
  const { text, format } = usePage();
  const shown = useReports();
  return (
    <div class="card-reporting">
      <h3>{text('summary.countries')}</h3>
      {shown && describeReports(shown.data, format.period(shown.selection.period))}
    </div>
  );

  function describeReports(data: DataOf<'reporting'>, period: string) {
    const late = listLate(data.countries).slice(0, MAX_LATE);
    const of = { reporting: format.number(data.reporting), expected: format.number(data.expected) };
    const state = data.fullyReported ? 'reporting.full' : 'reporting.partial';
    return (
      <>
        <p class="card-value">{text('reporting.of', of)}</p>
        <p class="change">
          <span class="arrow" aria-hidden="true">
            {data.fullyReported ? '✓' : '!'}
          </span>
          {text(state, { period })}
        </p>
        {late.length > 0 && (
          <p class="change">{text('reporting.late', { countries: format.list(late.map(write)) })}</p>
        )}
      </>
    );
  }

  function write({ country, weeksLate }: CountryReport): string {
    return text('figure.item', { name: format.country(country), value: format.number(weeksLate ?? 0) });
  }
}

/** The table of all countries. */
export function ReportingDetails() {
  const { text, format } = usePage();
  const isOpen = useSignal(false);
  const data = useReports()?.data;
  if (!data) return null;
  const title = text('reporting.title');
  const writeWeeks = (reported: number): string =>
    text('reporting.weeks', { reported: format.number(reported), weeks: format.number(data.weeks) });
  return (
    <TableDetails
      id="reporting"
      title={title}
      label={title}
      isOpen={isOpen}
      content={{
        columns: [
          { label: text('column.country') },
          { label: text('column.weeksReported'), numeric: true, format: writeWeeks },
          { label: text('column.weeksLate'), numeric: true, format: format.number },
          { label: text('column.lastArrival'), format: (time) => format.dateTime(new Date(time)) },
        ],
        rows: data.countries.map(({ country, weeksReported, weeksLate, lastArrival }) => [
          format.country(country),
          weeksReported,
          weeksLate,
          lastArrival === null ? null : Date.parse(lastArrival),
        ]),
      }}
    />
  );
}

/** Returns the reports of the selection; undefined until they are loaded: those of another country must not stand under its name. */
function useReports() {
  const { shown, isBusy } = useDashboard().figures.reporting.state.value;
  return isBusy ? undefined : shown;
}

/** Returns the countries that are late, the latest first. */
function listLate(countries: readonly CountryReport[]): CountryReport[] {
  return countries
    .filter(({ weeksLate }) => weeksLate !== null && weeksLate > 0)
    .sort((a, b) => (b.weeksLate ?? 0) - (a.weeksLate ?? 0));
}
