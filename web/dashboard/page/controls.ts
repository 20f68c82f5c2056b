import {
  type NamedPeriod,
  PERIOD_KINDS,
  type PeriodKind,
  nextPeriod,
  parsePeriod,
  periodOf,
  previousPeriod,
} from '../../../src/shared/period';
import { button, element, labelledField, select } from '../../shared/element';
import { type Selection, convertPeriod, getToday } from '../selection';
import { type Context, selectedCountryName } from './context';

/** The number of latest periods to choose from: five years of each kind. */
const OPTION_COUNTS: Readonly<Record<PeriodKind, number>> = { year: 5, quarter: 20, month: 60, week: 261 };

/** The country and period fields, and the print button. */
export class Controls {
  readonly node: HTMLElement;

  constructor(private readonly context: Context) {
    const label = context.text('selection.label');
    this.node = element('div', { className: 'controls', role: 'group', ariaLabel: label });
  }

  /** Redraws the controls, and restores the focus. */
  show(selection: Selection): void {
    const focusedId = this.node.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.node.replaceChildren(
      this.countryField(selection),
      ...this.periodFields(selection),
      this.printButton(),
    );
    if (focusedId !== undefined && focusedId !== '') document.getElementById(focusedId)?.focus();
  }

  private countryField(selection: Selection): HTMLElement {
    const { text, format, selectionOptions, changeSelection } = this.context;
    if (!selectionOptions.canSeeAllCountries) {
      const name = element('span', { className: 'fixed' }, selectedCountryName(this.context, selection));
      return element(
        'p',
        { className: 'field', id: 'country' },
        element('span', { className: 'label' }, text('selection.country')),
        name,
      );
    }
    const countries = selectionOptions.countries
      .map((code) => ({ value: code, text: format.country(code) }))
      .sort((a, b) => a.text.localeCompare(b.text, this.context.locale));
    const control = select([{ value: '', text: text('selection.allCountries') }, ...countries], {
      id: 'country',
      value: selection.country ?? '',
      onChange: (code) => {
        changeSelection({ country: code === '' ? null : code });
      },
    });
    return labelledField(text('selection.country'), control);
  }

  private periodFields({ period }: Selection): HTMLElement[] {
    const { text, format, changeSelection } = this.context;
    const kinds = select(
      PERIOD_KINDS.map((kind) => ({ value: kind, text: text(`selection.${kind}`) })),
      {
        id: 'period-kind',
        value: period.kind,
        onChange: (value) => {
          const kind = PERIOD_KINDS.find((one) => one === value);
          if (kind) changeSelection({ period: convertPeriod(kind, period) });
        },
      },
    );
    const periods = select(
      periodOptions(period).map((one) => ({ value: one.name, text: format.period(one) })),
      {
        id: 'period',
        value: period.name,
        onChange: (name) => {
          const selected = parsePeriod(name);
          if (selected) changeSelection({ period: selected });
        },
      },
    );
    const stepButton = (target: NamedPeriod, id: 'previous' | 'next'): HTMLButtonElement =>
      button(
        [element('span', { className: 'chevron', ariaHidden: 'true' })],
        () => {
          changeSelection({ period: target });
        },
        { id: `period-${id}`, className: `step ${id}`, ariaLabel: text(`selection.${id}`) },
      );
    const next = stepButton(nextPeriod(period), 'next');
    next.disabled = nextPeriod(period).from > getToday();
    return [
      labelledField(text('selection.periodKind'), kinds),
      element(
        'div',
        { className: 'period' },
        stepButton(previousPeriod(period), 'previous'),
        labelledField(text('selection.period'), periods),
        next,
      ),
    ];
  }

  private printButton(): HTMLElement {
    return button(
      this.context.text('page.print'),
      () => {
        window.print();
      },
      { id: 'print', className: 'quiet' },
    );
  }
}

/** Returns the latest periods of the selected kind, latest first; the selected period is always among them. */
function periodOptions(selected: NamedPeriod): NamedPeriod[] {
  const periods = [periodOf(selected.kind, getToday())];
  while (periods.length < OPTION_COUNTS[selected.kind]) {
    const last = periods.at(-1);
    if (!last) break;
    periods.push(previousPeriod(last));
  }
  if (periods.some(({ name }) => name === selected.name)) return periods;
  return [...periods, selected].sort((a, b) => (a.from < b.from ? 1 : -1));
}
