import { useMemo } from 'preact/hooks';
import { Select } from '../../shared/kit/select';
import { BarList } from '../charts/bar-list';
import { divideIntoRanges } from '../charts/number-ranges';
import { Plot } from '../charts/plot';
import { type Describe, FigurePanel, listLargest } from '../page/figure-panel';
import { exportUrl } from '../queries/export-url';
import { mapInput } from '../queries/inputs';
import type { DataOf } from '../queries/queries';
import { type Selection, identityOf } from '../selection';
import { useDashboard, usePage } from '../state/dashboard-context';
import type { Page } from '../state/page';
import { UNKNOWN_COUNTRY, type Measured, createLegend, drawCountries, listNotes } from './map-picture';

/** The number of countries in the list beside the map; the table has all of them. */
const MAX_LISTED = 8;

/** In pixels. */
const WIDTHS = { page: 460, file: 640 };

type Counts = DataOf<'countryBreakdown'>;

/** The cases of the period by country. A click on a country selects it. */
export function MapPanel() {
  const names = usePathologyNames();
  const describe = useMemo(() => createDescribe(names), [names]);
  return (
    <FigurePanel
      id="map"
      query={useDashboard().figures.map}
      describe={describe}
      isPlot
      tools={<PathologyField names={names} />}
    />
  );
}

/** @param names of pathologies in the language of the page, by those in English */
function createDescribe(names: ReadonlyMap<string, string>): Describe<Counts> {
  return (page, counts, selection) => {
    // Of the counts: the selection may have changed since.
    const { mapPathology } = selection;
    const pathology = mapPathology === null ? undefined : (names.get(mapPathology) ?? mapPathology);
    const { text, format, selectionOptions } = page;
    const period = format.period(selection.period);
    if (counts.length === 0) return text('map.none', { period });
    const { measured, columns, populationYear } = measure(page, counts, selection);
    const known = measured.filter(({ country }) => country !== UNKNOWN_COUNTRY);
    const ranges = divideIntoRanges(
      known.map(({ value }) => value ?? 0),
      !selection.rates,
    );
    const legend = createLegend(page, ranges, selection);
    const draw = drawCountries(page, { measured, ranges, selected: selection.country });
    const bars = known.slice(0, MAX_LISTED).map(({ country, value, texts }) => ({
      id: country,
      name: format.country(country),
      value: value ?? 0,
      text: texts[0],
      cells: texts.slice(1),
    }));
    const openOf = (country: string): (() => void) | undefined =>
      selectionOptions.canSeeAllCountries && selectionOptions.countries.includes(country)
        ? () => page.select({ country })
        : undefined;
    return {
      subtitle: text('map.subtitle', { what: pathology ?? text('map.all'), period }),
      picture: (
        <div class={selectionOptions.canSeeAllCountries ? 'map openable' : 'map'}>
          <div
            class="map-picture"
            role="presentation"
            // The buttons of the list and the field above the figures do the same by keyboard.
            onClick={({ target }) => {
              const shape = target instanceof Element ? target.closest('svg [aria-label]') : null;
              openOf(shape?.getAttribute('aria-label') ?? '')?.();
            }}
          >
            <Plot draw={(code) => draw(code, WIDTHS.page)} />
            <ul class="map-legend">
              {legend.map((entry) => (
                <li key={entry.color}>
                  <span
                    class={entry.isHatched ? 'swatch hatched' : 'swatch'}
                    aria-hidden="true"
                    style={entry.isHatched ? {} : { backgroundColor: entry.color }}
                  />
                  {entry.text}
                </li>
              ))}
            </ul>
          </div>
          <div>
            <BarList bars={bars} columns={columns} openOf={openOf} />
          </div>
        </div>
      ),
      label: text('map.label', { largest: listLargest(page, bars) }),
      notes: [
        ...listNotes(page, counts),
        ...(selection.rates ? [] : [text('map.absolute')]),
        ...(populationYear === undefined
          ? []
          : [text('figure.population', { year: String(populationYear) })]),
      ],
      table: {
        columns: [
          { label: text('column.country') },
          { label: text('column.cases'), numeric: true, format: format.number },
          { label: text('column.rate'), numeric: true, format: format.rate },
        ],
        rows: counts.map(({ country, count, per100000 }) => [format.country(country), count, per100000]),
      },
      exportUrlOf: exportUrl('countries', mapInput(selection, selectionOptions.canSeeAllCountries)),
      save: { draw: (code) => draw(code, WIDTHS.file), legend },
    };
  };
}

/** Returns the selected measure of each country, highest first, with the other one beside it. */
function measure({ text, format }: Page, counts: Counts, { rates }: Selection) {
  const measured = counts.map(({ country, count, per100000 }): Measured => {
    const texts = [format.number(count), per100000 === null ? '' : format.rate(per100000)] as const;
    return rates
      ? { country, value: per100000, texts: [texts[1], texts[0]] }
      : { country, value: count, texts };
  });
  const columns = [text('column.cases'), text('column.rate')];
  return {
    measured: measured.sort((a, b) => (b.value ?? 0) - (a.value ?? 0)),
    columns: rates ? columns.toReversed() : columns,
    populationYear: counts.find(({ population }) => population !== null)?.population?.year,
  };
}

/** Returns the names of the selected and of the period's pathologies in the language of the page, by those in English. */
function usePathologyNames(): ReadonlyMap<string, string> {
  const { figures, selection } = useDashboard();
  const { mapPathology } = selection.value;
  const found = figures.mapNames.state.value.shown?.data;
  const counts = figures.pathologies.state.value.shown?.data.pathologies;
  return useMemo(() => {
    const selected = found?.filter((row) => identityOf(row) === mapPathology) ?? [];
    return new Map([...selected, ...(counts ?? [])].map((row) => [identityOf(row), row.name]));
  }, [counts, found, mapPathology]);
}

/** The choice among the pathologies of the period. */
function PathologyField({ names }: { names: ReadonlyMap<string, string> }) {
  const { selection, select } = useDashboard();
  const { text, locale } = usePage();
  const { mapPathology } = selection.value;
  const all = new Map([...(mapPathology === null ? [] : [[mapPathology, mapPathology] as const]), ...names]);
  const options = [...all]
    .map(([value, name]) => ({ value, text: name }))
    .sort((a, b) => a.text.localeCompare(b.text, locale));
  return (
    <div class="figure-choice">
      <Select
        id="map-pathology"
        label={text('map.choose')}
        value={mapPathology ?? ''}
        options={[{ value: '', text: text('map.all') }, ...options]}
        onChange={(value) => select({ mapPathology: value === '' ? null : value })}
      />
    </div>
  );
}
