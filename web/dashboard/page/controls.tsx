import {
  type NamedPeriod,
  PERIOD_KINDS,
  type PeriodKind,
  nextPeriod,
  periodOf,
  previousPeriod,
} from '../../../src/shared/period';
import { Button } from '../../shared/kit/button';
import { Field, Select, countryOptions } from '../../shared/kit/select';
import { convertPeriod } from '../selection';
import { SavedViews } from './saved-views';
import { parseShownPeriod } from '../../../src/shared/dashboard-parameters';
import { useDashboard, usePage } from '../state/dashboard-context';

/** The number of latest periods to choose from: five years of each kind. */
const OPTION_COUNTS: Readonly<Record<PeriodKind, number>> = { year: 5, quarter: 20, month: 60, week: 261 };

/** The country and period fields, and the print button. */
export function Controls() {
  const { text } = usePage();
  return (
    <div class="controls" role="group" aria-label={text('selection.label')}>
      <CountryField />
      <PeriodFields />
      <MeasureField />
      <div class="actions">
        <SavedViews />
        <CopyLink />
        <Button id="print" onClick={() => window.print()}>
          {text('page.print')}
        </Button>
      </div>
    </div>
  );
}

/** Copies the address, which has all that the page shows. */
function CopyLink() {
  const state = useDashboard();
  const { text } = usePage();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      state.notice.value = (page) => page.text('page.linkCopied');
    } catch {
      // Without HTTPS there is no clipboard: the reader copies the link from the dialog.
      prompt(text('page.copyLink'), location.href);
    }
  };
  return (
    <Button id="copy-link" onClick={() => void copy()}>
      {text('page.copyLink')}
    </Button>
  );
}

function CountryField() {
  const state = useDashboard();
  const { text, format, locale, selectionOptions } = usePage();
  if (!selectionOptions.canSeeAllCountries) {
    return (
      <p class="field" id="country">
        <span class="label">{text('selection.country')}</span>
        <span class="fixed">{state.countryName}</span>
      </p>
    );
  }
  return (
    <Field label={text('selection.country')}>
      <Select
        id="country"
        value={state.selection.value.country ?? ''}
        options={[
          { value: '', text: text('selection.allCountries') },
          ...countryOptions(selectionOptions.countries, format.country, locale),
        ]}
        onChange={(code) => state.select({ country: code === '' ? null : code })}
      />
    </Field>
  );
}

function PeriodFields() {
  const state = useDashboard();
  const { text, format } = usePage();
  const { period } = state.selection.value;
  const periods = listPeriods(period, state.day.value);
  const stepButton = (target: NamedPeriod, id: 'previous' | 'next') => (
    <Button
      id={`period-${id}`}
      class={`step ${id}`}
      aria-label={text(`selection.${id}`)}
      disabled={!parseShownPeriod(target.name, state.day.value)}
      onClick={() => state.select({ period: target })}
    >
      <span class="chevron" aria-hidden="true" />
    </Button>
  );
  return (
    <>
      <Field label={text('selection.periodKind')}>
        <Select
          id="period-kind"
          value={period.kind}
          options={PERIOD_KINDS.map((kind) => ({ value: kind, text: text(`selection.${kind}`) }))}
          onChange={(kind) => state.select({ period: convertPeriod(kind, period) })}
        />
      </Field>
      <div class="period">
        {stepButton(previousPeriod(period), 'previous')}
        <Field label={text('selection.period')}>
          <Select
            id="period"
            value={period.name}
            options={periods.map((one) => ({ value: one.name, text: format.period(one) }))}
            onChange={(name) => state.select({ period: periods.find((one) => one.name === name) ?? period })}
          />
        </Field>
        {stepButton(nextPeriod(period), 'next')}
      </div>
    </>
  );
}

/** The choice between cases and cases per 100,000 inhabitants. */
function MeasureField() {
  const { selection, select } = useDashboard();
  const { text } = usePage();
  return (
    <Field label={text('column.figure')}>
      <Select
        id="measure"
        value={selection.value.rates ? 'rates' : 'cases'}
        options={[
          { value: 'cases', text: text('column.cases') },
          { value: 'rates', text: text('column.rate') },
        ]}
        onChange={(measure) => select({ rates: measure === 'rates' })}
      />
    </Field>
  );
}

/** Returns the latest periods of the selected kind, latest first; the selected period is always among them. */
function listPeriods(selected: NamedPeriod, today: string): NamedPeriod[] {
  const periods = [periodOf(selected.kind, today)];
  while (periods.length < OPTION_COUNTS[selected.kind]) {
    const last = periods.at(-1);
    if (!last) break;
    periods.push(previousPeriod(last));
  }
  if (periods.some(({ name }) => name === selected.name)) return periods;
  return [...periods, selected].sort((a, b) => (a.from < b.from ? 1 : -1));
}
