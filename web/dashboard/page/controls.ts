import {
  type NamedPeriod,
  PERIOD_KINDS,
  type PeriodKind,
  nextPeriod,
  parsePeriod,
  periodOf,
  previousPeriod,
} from '../../../src/shared/calendar';
import { button, element, select } from '../../shared/element';
import { type Selection, counterpart, today } from '../selection';
import { type Context, placeOf } from './context';

/** How many periods back there are to choose from: five years of each kind. */
const OFFERED: Readonly<Record<PeriodKind, number>> = { year: 5, quarter: 20, month: 60, week: 261 };

/** The choice of country and period, and a button that prints. */
export class Controls {
  readonly node: HTMLElement;

  constructor(private readonly context: Context) {
    const label = context.text('selection.label');
    this.node = element('div', { className: 'controls', role: 'group', ariaLabel: label });
  }

  /** Draws the controls again; the focus stays on the one that had it. */
  show(selection: Selection): void {
    const focused = this.node.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.node.replaceChildren(this.country(selection), ...this.period(selection), this.print());
    const again = focused === undefined || focused === '' ? null : document.getElementById(focused);
    again?.focus();
  }

  private country(selection: Selection): HTMLElement {
    const { text, format, defaults, change } = this.context;
    if (!defaults.all) {
      const place = element('span', { className: 'fixed' }, placeOf(this.context, selection));
      return element(
        'p',
        { className: 'field', id: 'country' },
        element('span', { className: 'label' }, text('selection.country')),
        place,
      );
    }
    const countries = defaults.countries
      .map((code) => ({ value: code, text: format.country(code) }))
      .sort((one, other) => one.text.localeCompare(other.text, this.context.locale));
    const choice = select([{ value: '', text: text('selection.allCountries') }, ...countries], {
      id: 'country',
      value: selection.country ?? '',
      onChange: (code) => {
        change({ country: code === '' ? null : code });
      },
    });
    return field(text('selection.country'), choice);
  }

  private period({ period }: Selection): HTMLElement[] {
    const { text, format, change } = this.context;
    const kinds = select(
      PERIOD_KINDS.map((kind) => ({ value: kind, text: text(`selection.${kind}`) })),
      {
        id: 'period-kind',
        value: period.kind,
        onChange: (value) => {
          const kind = PERIOD_KINDS.find((one) => one === value);
          if (kind) change({ period: counterpart(kind, period) });
        },
      },
    );
    const periods = select(
      offered(period).map((one) => ({ value: one.name, text: format.period(one) })),
      {
        id: 'period',
        value: period.name,
        onChange: (name) => {
          const chosen = parsePeriod(name);
          if (chosen) change({ period: chosen });
        },
      },
    );
    const go = (to: NamedPeriod, id: 'previous' | 'next'): HTMLButtonElement =>
      button(
        [element('span', { className: 'chevron', ariaHidden: 'true' })],
        () => {
          change({ period: to });
        },
        { id: `period-${id}`, className: `step ${id}`, ariaLabel: text(`selection.${id}`) },
      );
    const next = go(nextPeriod(period), 'next');
    next.disabled = nextPeriod(period).from > today();
    return [
      field(text('selection.periodKind'), kinds),
      element(
        'div',
        { className: 'period' },
        go(previousPeriod(period), 'previous'),
        field(text('selection.period'), periods),
        next,
      ),
    ];
  }

  private print(): HTMLElement {
    return button(
      this.context.text('page.print'),
      () => {
        window.print();
      },
      { id: 'print', className: 'quiet' },
    );
  }
}

/** The latest periods of a kind, latest first, and the chosen one wherever it is. */
function offered(chosen: NamedPeriod): NamedPeriod[] {
  const periods = [periodOf(chosen.kind, today())];
  while (periods.length < OFFERED[chosen.kind]) {
    const last = periods.at(-1);
    if (!last) break;
    periods.push(previousPeriod(last));
  }
  if (periods.some(({ name }) => name === chosen.name)) return periods;
  return [...periods, chosen].sort((one, other) => (one.from < other.from ? 1 : -1));
}

function field(label: string, control: HTMLSelectElement): HTMLElement {
  return element('label', { className: 'field' }, element('span', { className: 'label' }, label), control);
}
