import { type DataOf, queries } from '../queries/queries';
import { barList } from '../charts/bar-list';
import { type CountRange, NO_CASES_COLOR, divideIntoRanges } from '../charts/count-ranges';
import { loadDrawingChunk } from '../charts/load-drawing-chunk';
import { element, select } from '../../shared/element';
import { type Context, type View, countryInput } from '../page/context';
import { exportUrl } from '../page/exports';
import { Figure } from '../page/figure';
import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import type { Selection } from '../selection';
import type { PathologyCounts } from './pathologies';

/** The number of countries in the list beside the map; the table has all of them. */
const MAX_LISTED = 8;

/** The code of cases without a known country. */
const UNKNOWN_COUNTRY = 'ZZ';

type Counts = DataOf<'countryBreakdown'>;

/** The cases of the period by country. */
export class MapPanel {
  readonly figure: Figure;
  private readonly pathologyField = element('div', { className: 'figure-choice' });
  /** The options of the pathology field and the selected one, as JSON. */
  private drawnOptions = '';

  constructor(private readonly context: Context) {
    const title = context.text('map.title');
    this.figure = new Figure(context, { id: 'map', title, tools: [this.pathologyField] });
  }

  show(view: View): Promise<void> {
    const { selection, signal } = view;
    // A selected country does not filter the map, so that it can be compared with the others.
    const query = queries.countryBreakdown({
      period: selection.period.name,
      ...(this.context.selectionOptions.canSeeAllCountries ? {} : countryInput(selection)),
      ...(selection.mapPathology !== null && { pathology: selection.mapPathology }),
    });
    if (this.pathologyField.children.length === 0) this.showPathologyOptions(selection, []);
    return this.figure.subscribe(query, view, {
      draw: (counts) => {
        void this.figure.drawWithRetry(signal, () => this.draw(view, counts));
      },
    });
  }

  /** Draws the select element with the pathologies of the period. */
  showPathologyOptions({ mapPathology }: Selection, counts: PathologyCounts): void {
    const { text, changeSelection } = this.context;
    const names = new Set([
      ...(mapPathology === null ? [] : [mapPathology]),
      ...counts.map(({ name }) => name),
    ]);
    const options = [
      { value: '', text: text('map.all') },
      ...[...names].sort((a, b) => a.localeCompare(b)).map((name) => ({ value: name, text: name })),
    ];
    const newOptions = JSON.stringify([mapPathology, options]);
    if (newOptions === this.drawnOptions) return;
    this.drawnOptions = newOptions;
    const hasFocus = this.pathologyField.contains(document.activeElement);
    const control = select(options, {
      id: 'map-pathology',
      label: text('map.choose'),
      value: mapPathology ?? '',
      onChange: (name) => {
        changeSelection({ mapPathology: name === '' ? null : name });
      },
    });
    this.pathologyField.replaceChildren(control);
    if (hasFocus) control.focus({ preventScroll: true });
  }

  private async draw({ selection, signal }: View, counts: Counts): Promise<void> {
    const { text, format } = this.context;
    const period = format.period(selection.period);
    if (counts.length === 0) {
      this.figure.showMessage(text('map.none', { period }));
      return;
    }
    const known = counts.filter(({ country }) => country !== UNKNOWN_COUNTRY);
    const ranges = divideIntoRanges(known.map(({ count }) => count));
    const legend = ranges.map(({ from, to, color }) => ({
      color,
      text:
        from === to
          ? format.number(from)
          : text('map.range', { from: format.number(from), to: format.number(to) }),
    }));
    const fullLegend = [...legend.toReversed(), { color: NO_CASES_COLOR, text: text('map.noCases') }];
    const drawPicture = await this.loadPicture(selection, { counts, ranges });
    if (signal.aborted) return;
    const bars = known.slice(0, MAX_LISTED).map(({ country, count }) => ({
      name: format.country(country),
      value: count,
      text: format.number(count),
    }));
    this.figure.show({
      subtitle: text('map.subtitle', { what: selection.mapPathology ?? text('map.all'), period }),
      picture: element(
        'div',
        { className: 'map' },
        element('div', { className: 'map-picture' }, drawPicture(460), legendElement(fullLegend)),
        barList(bars),
      ),
      label: text('map.label', { largest: this.figure.listLargest(bars) }),
      notes: [...this.notesOn(counts), text('map.absolute')],
      table: {
        columns: [{ label: text('column.country') }, { label: text('column.cases'), numeric: true }],
        rows: counts.map(({ country, count }) => [format.country(country), format.number(count)]),
      },
      exportUrlOf: exportUrl('countries', {
        period: selection.period.name,
        ...(this.context.selectionOptions.canSeeAllCountries ? {} : countryInput(selection)),
        pathology: selection.mapPathology,
      }),
      save: { draw: () => Promise.resolve(drawPicture(640)), legend: fullLegend },
    });
  }

  /** Loads the drawing code. @returns a function that draws the map at a width in CSS pixels */
  private async loadPicture(
    { country }: Selection,
    { counts, ranges }: { counts: Counts; ranges: readonly CountRange[] },
  ): Promise<(width: number) => SVGSVGElement> {
    const { text, format } = this.context;
    const { drawMap, toAfricaMap, africa } = await loadDrawingChunk();
    const map = toAfricaMap(africa);
    const byCode = new Map(counts.map(({ country: code, count }) => [code, count]));
    return (width) =>
      drawMap(
        map,
        {
          colorOf: (code) => {
            const count = byCode.get(code) ?? 0;
            return ranges.find(({ from, to }) => count >= from && count <= to)?.color ?? NO_CASES_COLOR;
          },
          titleOf: (code) => {
            const count = byCode.get(code);
            const value = count === undefined ? text('map.noCases') : format.number(count);
            return text('figure.item', { name: format.country(code), value });
          },
          selected: country,
        },
        { width },
      );
  }

  /** Returns the notes on cases whose country is unknown or not on the map. */
  private notesOn(counts: Counts): string[] {
    const { text, format } = this.context;
    const unknown = sum(counts.filter(({ country }) => country === UNKNOWN_COUNTRY));
    const elsewhere = sum(
      counts.filter(
        ({ country }) => country !== UNKNOWN_COUNTRY && !AFRICAN_COUNTRIES.some((code) => code === country),
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
