import { type DataOf, questions } from '../answers/questions';
import { barList } from '../charts/bar-list';
import { type CountClass, NO_CASES_COLOR, classesOf } from '../charts/classes';
import { loadPictures } from '../charts/load-pictures';
import { element, select } from '../../shared/element';
import { type Context, type View, countryOf } from '../page/context';
import { exportAddress } from '../page/exports';
import { Figure } from '../page/figure';
import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import type { Selection } from '../selection';
import type { PathologyCounts } from './pathologies';

/** How many countries are listed beside the map; the table has all of them. */
const MOST_LISTED = 8;

/** What the country of a count is where nobody knows it. */
const UNKNOWN = 'ZZ';

type Counts = DataOf<'countryBreakdown'>;

/** Where the cases of the period are. */
export class MapPanel {
  readonly figure: Figure;
  private readonly choice = element('div', { className: 'figure-choice' });
  /** What there is to choose from and what is chosen, as JSON. */
  private offered = '';

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'map', title: context.text('map.title'), tools: [this.choice] });
  }

  show(view: View): Promise<void> {
    const { selection, signal } = view;
    // All countries, if the account may see them, also where one is chosen: to be compared with.
    const question = questions.byCountry({
      period: selection.period.name,
      ...(this.context.defaults.all ? {} : countryOf(selection)),
      ...(selection.map !== null && { pathology: selection.map }),
    });
    if (this.choice.children.length === 0) this.offer(selection, []);
    return this.figure.follow(question, view, {
      draw: (counts) => {
        void this.figure.draw(signal, () => this.draw(view, counts));
      },
    });
  }

  /** Offers the pathologies of the period to choose from. */
  offer({ map }: Selection, counts: PathologyCounts): void {
    const { text, change } = this.context;
    const names = new Set([...(map === null ? [] : [map]), ...counts.map(({ name }) => name)]);
    const options = [
      { value: '', text: text('map.all') },
      ...[...names]
        .sort((one, other) => one.localeCompare(other))
        .map((name) => ({ value: name, text: name })),
    ];
    const offered = JSON.stringify([map, options]);
    if (offered === this.offered) return;
    this.offered = offered;
    const focused = this.choice.contains(document.activeElement);
    const chosen = select(options, {
      id: 'map-pathology',
      label: text('map.choose'),
      value: map ?? '',
      onChange: (name) => {
        change({ map: name === '' ? null : name });
      },
    });
    this.choice.replaceChildren(chosen);
    if (focused) chosen.focus({ preventScroll: true });
  }

  private async draw({ selection, signal }: View, counts: Counts): Promise<void> {
    const { text, format } = this.context;
    const period = format.period(selection.period);
    if (counts.length === 0) {
      this.figure.tell(text('map.none', { period }));
      return;
    }
    const known = counts.filter(({ country }) => country !== UNKNOWN);
    const classes = classesOf(known.map(({ count }) => count));
    const legend = classes.map(({ from, to, color }) => ({
      color,
      text:
        from === to
          ? format.number(from)
          : text('map.range', { from: format.number(from), to: format.number(to) }),
    }));
    const whole = [...legend.toReversed(), { color: NO_CASES_COLOR, text: text('map.noCases') }];
    const picture = await this.pictureOf(selection, { counts, classes });
    if (signal.aborted) return;
    const bars = known.slice(0, MOST_LISTED).map(({ country, count }) => ({
      name: format.country(country),
      value: count,
      text: format.number(count),
    }));
    const largest = format.list(
      bars.slice(0, 3).map((bar) => text('figure.item', { name: bar.name, value: bar.text })),
    );
    this.figure.show({
      subtitle: text('map.subtitle', { what: selection.map ?? text('map.all'), period }),
      picture: element(
        'div',
        { className: 'map' },
        element('div', { className: 'map-picture' }, picture(460), legendElement(whole)),
        barList(bars),
      ),
      label: text('map.label', { largest }),
      notes: [...this.notesOn(counts), text('map.absolute')],
      table: {
        columns: [{ label: text('column.country') }, { label: text('column.cases'), numeric: true }],
        rows: counts.map(({ country, count }) => [format.country(country), format.number(count)]),
      },
      exportOf: exportAddress('countries', {
        period: selection.period.name,
        ...(this.context.defaults.all ? {} : countryOf(selection)),
        pathology: selection.map,
      }),
      save: { draw: () => Promise.resolve(picture(640)), legend: whole },
    });
  }

  private async pictureOf(
    { country }: Selection,
    { counts, classes }: { counts: Counts; classes: readonly CountClass[] },
  ): Promise<(width: number) => SVGSVGElement> {
    const { text, format } = this.context;
    const { mapPicture, africaMap, africa } = await loadPictures();
    const map = africaMap(africa);
    const byCode = new Map(counts.map(({ country: code, count }) => [code, count]));
    return (width) =>
      mapPicture(
        map,
        {
          colorOf: (code) => {
            const count = byCode.get(code) ?? 0;
            return classes.find(({ from, to }) => count >= from && count <= to)?.color ?? NO_CASES_COLOR;
          },
          titleOf: (code) => {
            const count = byCode.get(code);
            const value = count === undefined ? text('map.noCases') : format.number(count);
            return text('figure.item', { name: format.country(code), value });
          },
          chosen: country,
        },
        { width },
      );
  }

  /** Cases that no area on the map stands for. */
  private notesOn(counts: Counts): string[] {
    const { text, format } = this.context;
    const unknown = sum(counts.filter(({ country }) => country === UNKNOWN));
    const elsewhere = sum(
      counts.filter(
        ({ country }) => country !== UNKNOWN && !AFRICAN_COUNTRIES.some((code) => code === country),
      ),
    );
    return [
      ...(unknown > 0 ? [text('map.unknown', { count: format.number(unknown) }, unknown)] : []),
      ...(elsewhere > 0 ? [text('map.elsewhere', { count: format.number(elsewhere) }, elsewhere)] : []),
    ];
  }
}

function legendElement(entries: readonly { color: string; text: string }[]): HTMLElement {
  const rows = entries.map(({ color, text }) => {
    const swatch = element('span', { className: 'swatch', ariaHidden: 'true' });
    swatch.style.backgroundColor = color;
    return element('li', {}, swatch, text);
  });
  return element('ul', { className: 'map-legend' }, ...rows);
}

function sum(counts: Counts): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
