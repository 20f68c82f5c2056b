import { MAX_TREND_LINES, TREND_STEPS } from '../../../src/shared/dashboard-values';
import { useRef } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { Combobox } from '../../shared/kit/combobox';
import { useKeptFocus } from '../../shared/kit/kept-focus';
import { Select, countryOptions } from '../../shared/kit/select';
import { styleAt } from '../charts/series';
import { Sign } from '../charts/sign';
import { api } from '../queries/api';
import { addLine, addPathology, filterPathologies, getTrendStep, identityOf, lineSlots } from '../selection';
import { useDashboard, usePage } from '../state/dashboard-context';
import { Length, RangeForm } from './trend-length';

/** The number of pathologies that a search finds. */
const MAX_FOUND = 12;

/** What the trend shows: pathologies, countries, its length and its step. */
export function TrendControls() {
  return (
    <div class="trend-controls">
      <PathologySearch />
      <CountryChoice />
      <Length />
      <Steps />
      <RangeForm />
    </div>
  );
}

/** Searches the loaded pathologies by their names in the language of the page, and all others in the catalogue. */
function PathologySearch() {
  const { figures, selection, select } = useDashboard();
  const { text } = usePage();
  const search = async (words: string, signal: AbortSignal) => {
    const loaded = figures.pathologies.state.peek().shown?.data.pathologies ?? [];
    const matches = loaded.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
    const { country } = selection.peek();
    const input = { search: words, limit: MAX_FOUND, ...(country !== null && { country }) };
    const found = await api.health.searchPathologies.query(input, { signal });
    const names = new Map([...matches, ...found.data].map((row) => [identityOf(row), row.name]));
    return [...names].slice(0, MAX_FOUND).map(([value, name]) => ({ value, text: name }));
  };
  return (
    <Combobox
      id="trend-pathology"
      label={text('trend.search')}
      noneText={text('trend.searchNone')}
      failedText={text('state.failed')}
      search={search}
      onSelect={(id) => {
        // Nobody has selected the most frequent ones, so they do not stay beside it.
        const others = selection.peek().pathologies ?? [];
        select(addPathology(selection.peek(), others, id));
      }}
    />
  );
}

function CountryChoice() {
  const { selection, select, figures } = useDashboard();
  const { text, format, locale, selectionOptions } = usePage();
  const { lines, country } = selection.value;
  if (!selectionOptions.canSeeAllCountries || lines.length >= MAX_TREND_LINES) return null;
  const others = selectionOptions.countries.filter(
    (code) => !lines.includes(code) && (lines.length > 0 || code !== country),
  );
  return (
    <Select
      id="trend-country"
      label={text('trend.compare')}
      value=""
      options={[
        { value: '', text: text('trend.compare') },
        ...countryOptions(others, format.country, locale),
      ]}
      onChange={(code) => {
        const current = selection.peek();
        const shown = figures.trendNames.peek();
        // The latest one that was selected, or the most frequent one.
        const compared = current.pathologies ? shown.length - 1 : 0;
        const one = filterPathologies(current, shown, (_id, index) => index === compared);
        select({ lines: addLine(current, code), ...one });
      }}
    />
  );
}

/** The choice between months and weeks. */
function Steps() {
  const { selection, select } = useDashboard();
  const { text } = usePage();
  const current = getTrendStep(selection.value);
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{text('trend.step')}</legend>
      {TREND_STEPS.map((step) => (
        <label key={step} class="covered">
          <input
            type="radio"
            name="by"
            value={step}
            checked={step === current}
            onChange={() => select({ step })}
          />
          <span>{text(`trend.step.${step}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The pathologies or countries of the trend, with buttons that remove them. */
export function TrendLegend() {
  const { figures, selection, select } = useDashboard();
  const { text, format } = usePage();
  const { lines } = selection.value;
  const list = useRef<HTMLUListElement>(null);
  // After the last one; without the last country there are pathologies.
  useKeptFocus(list, () => list.current?.querySelector('button') ?? document.getElementById('trend-title'));
  const shown = figures.trend.state.value.shown?.data.lines ?? [];
  const ids = lines.length > 0 ? lines : figures.trendNames.value;
  const slots = lineSlots(selection.value, figures.trendNames.value);
  const remove = (id: string, item: Element | null): void => {
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    next?.querySelector('button')?.focus();
    const isKept = (one: string): boolean => one !== id;
    select(
      lines.length > 0
        ? { lines: lines.filter(isKept) }
        : filterPathologies(selection.value, figures.trendNames.value, isKept),
    );
  };
  return (
    <ul class="legend" ref={list} aria-label={text('trend.chosen')}>
      {ids.map((id, index) => {
        const line = shown.find((one) => one.id === id);
        const name = lines.length > 0 ? format.country(id) : (line?.name ?? id);
        return (
          <li key={id}>
            <Sign style={styleAt(slots[index] ?? index)} />
            <bdi>{name}</bdi>
            {line?.counts === null && <span>({text('state.notVisible')})</span>}
            <Button
              variant="plain"
              id={`remove-${encodeURIComponent(id)}`}
              aria-label={text('trend.remove', { pathology: name })}
              onClick={({ currentTarget }) => remove(id, currentTarget.parentElement)}
            >
              ×
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
