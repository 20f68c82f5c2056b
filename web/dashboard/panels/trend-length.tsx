import { TREND_YEARS } from '../../../src/shared/dashboard-values';
import { useSignal } from '@preact/signals';
import { periodOf } from '../../../src/shared/period';
import { Button } from '../../shared/kit/button';
import { Field, Select } from '../../shared/kit/select';
import { trendSpan } from '../queries/inputs';
import { type Selection, getToday } from '../selection';
import { useDashboard, usePage } from '../state/dashboard-context';
import { FIRST_MONTH, MAX_MONTHS, type MonthRange, type RangeProblem, parseRange } from '../trend-range';

const RANGE = 'range';

/** The choice among years until the period, and a range of months. */
export function Length() {
  const { selection, select } = useDashboard();
  const { text, format } = usePage();
  const { years, range } = selection.value;
  return (
    <Select
      id="trend-years"
      label={text('trend.range')}
      value={range ? RANGE : String(years)}
      options={[
        ...TREND_YEARS.map((count) => ({
          value: String(count),
          text: text('trend.years', { count: format.number(count) }, count),
        })),
        { value: RANGE, text: text('trend.months') },
      ]}
      onChange={(value) =>
        select(
          value === RANGE
            ? { range: shownMonths(selection.peek()) }
            : { range: null, years: TREND_YEARS.find((count) => String(count) === value) ?? 1 },
        )
      }
    />
  );
}

/** Returns the months to begin with: whole years, also from weeks. A year of weeks is in 13 months, too many to be compared. */
function shownMonths(selection: Selection): MonthRange {
  const { first, last } = trendSpan({ ...selection, step: 'month' });
  return { from: first, to: last };
}

/** What is written in the form of a range. */
interface Draft extends Readonly<Record<keyof MonthRange, string>> {
  readonly range: MonthRange;
  readonly problem?: RangeProblem;
}

/** The first and the last month. Browsers without a field for months have a text field. */
export function RangeForm() {
  const { selection, select } = useDashboard();
  const { text, format } = usePage();
  const { range } = selection.value;
  const written = useSignal<Draft | undefined>(undefined);
  if (!range) return null;
  const draft: Draft =
    written.value?.range === range ? written.value : { range, from: range.from.name, to: range.to.name };
  const apply = (): void => {
    const parsed = parseRange(draft, getToday());
    if (typeof parsed === 'string') written.value = { ...draft, problem: parsed };
    else select({ range: parsed });
  };
  const field = (name: keyof MonthRange) => (
    <Field label={text(`range.${name}`)}>
      <input
        type="month"
        id={`trend-${name}`}
        placeholder="2026-03"
        min={FIRST_MONTH}
        max={periodOf('month', getToday()).name}
        value={draft[name]}
        aria-invalid={draft.problem !== undefined}
        aria-describedby="range-problem"
        onInput={({ currentTarget }) => {
          written.value = { ...draft, [name]: currentTarget.value };
        }}
      />
    </Field>
  );
  return (
    <form
      class="range"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {field('from')}
      {field('to')}
      <Button type="submit">{text('range.show')}</Button>
      <p id="range-problem" role="alert">
        {draft.problem && text(`range.${draft.problem}`, { count: format.number(MAX_MONTHS / 12) })}
      </p>
    </form>
  );
}
