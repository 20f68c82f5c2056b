import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { FigureQuery } from '../queries/figure-query';
import { alertsInput, countryTrendInput, mapInput, periodInput, trendInput } from '../queries/inputs';
import { type DataOf, type TrendData, queries } from '../queries/queries';
import type { Problem, QueryClient } from '../queries/query-client';
import { type Selection, selectedPathologies } from '../selection';
import { alertIdentity } from '../alert-identity';
import type { HandledAlert, ShownAlert } from './shown-alert';

/** What the trend shows, or why that is not known. Neither while the most frequent pathologies are loading. */
interface TrendChoice {
  readonly names?: readonly string[];
  readonly problem?: Problem;
}

/** The data of all figures. */
export class Figures {
  readonly alerts: FigureQuery<DataOf<'alerts'>>;
  readonly summary: FigureQuery<DataOf<'summary'>>;
  readonly pathologies: FigureQuery<DataOf<'pathologyComparison'>>;
  readonly trend: FigureQuery<TrendData>;
  readonly map: FigureQuery<DataOf<'countryBreakdown'>>;
  /** Pathologies with the name of the one on the map. */
  readonly mapNames: FigureQuery<DataOf<'searchPathologies'>>;
  readonly medications: FigureQuery<DataOf<'medications'>>;
  readonly reporting: FigureQuery<DataOf<'reporting'>>;
  /** The pathologies in the trend; one if it compares countries. */
  readonly trendNames = signal<readonly string[]>([]);
  private readonly view = signal<{ readonly selection: Selection } | undefined>(undefined);

  constructor(
    private readonly client: QueryClient,
    private readonly canSeeAllCountries: boolean,
  ) {
    this.alerts = new FigureQuery(client);
    this.summary = new FigureQuery(client);
    this.pathologies = new FigureQuery(client);
    this.trend = new FigureQuery(client);
    this.map = new FigureQuery(client);
    this.mapNames = new FigureQuery(client);
    this.medications = new FigureQuery(client);
    this.reporting = new FigureQuery(client);
    // As JSON, so that an equal choice does not load the trend again.
    const choice = computed(() => JSON.stringify(this.chooseTrend()));
    effect(() => {
      const selection = this.view.value?.selection;
      const json = choice.value;
      if (selection)
        untracked(() => {
          this.loadTrend(selection, JSON.parse(json) as TrendChoice);
        });
    });
  }

  /** Whether every figure has its final result or problem. */
  get areSettled(): boolean {
    return this.all.every(({ state }) => state.value.isSettled);
  }

  /** Loads the figures of a selection, and cancels the queries of the previous one. */
  load(selection: Selection): void {
    const input = periodInput(selection);
    batch(() => {
      this.alerts.load(queries.alerts(alertsInput(selection)), selection);
      this.summary.load(queries.summary(input), selection);
      this.pathologies.load(queries.pathologyComparison(input), selection);
      this.map.load(queries.countryBreakdown(mapInput(selection, this.canSeeAllCountries)), selection);
      this.loadMapNames(selection);
      this.medications.load(queries.medications(input), selection);
      this.reporting.load(queries.reporting(input), selection);
      this.view.value = { selection };
    });
  }

  /** Shows what was done about an alert, until the alerts are loaded again. */
  showHandling({ selection, id }: ShownAlert, { country, since, week, handling }: HandledAlert): void {
    const { shown } = this.alerts.state.peek();
    if (shown?.selection !== selection) return;
    const alerts = shown.data.alerts.map((alert) => {
      const isHandled =
        alert.country === country &&
        alertIdentity(alert) === id &&
        alert.week >= since &&
        alert.episode.since <= week;
      return isHandled ? { ...alert, handling } : alert;
    });
    const query = queries.alerts(alertsInput(selection));
    this.client.changeResult(query, { ...shown.data, alerts });
    this.alerts.load(query, selection);
  }

  stop(): void {
    for (const query of this.all) query.stop();
  }

  private get all(): readonly Pick<FigureQuery<unknown>, 'state' | 'stop'>[] {
    return [
      this.alerts,
      this.summary,
      this.pathologies,
      this.trend,
      this.map,
      this.mapNames,
      this.medications,
      this.reporting,
    ];
  }

  /** Searches the pathology on the map, because a link has its name in English. */
  private loadMapNames(selection: Selection): void {
    const { mapPathology } = selection;
    if (mapPathology === null) this.mapNames.clear(undefined);
    else this.mapNames.load(queries.searchPathologies({ search: mapPathology }), selection);
  }

  private chooseTrend(): TrendChoice {
    const selection = this.view.value?.selection;
    const { shown, problem } = this.pathologies.state.value;
    if (selection?.pathologies) return { names: selectedPathologies(selection, []) };
    if (problem) return { problem };
    return shown && shown.selection === selection
      ? { names: selectedPathologies(selection, shown.data.pathologies) }
      : {};
  }

  private loadTrend(selection: Selection, { names, problem }: TrendChoice): void {
    if (!names && !problem) {
      this.trend.wait();
      return;
    }
    this.trendNames.value = names ?? [];
    const [first] = names ?? [];
    if (!names || first === undefined) this.trend.clear(problem);
    else if (selection.lines.length > 0)
      this.trend.load(queries.countryTrend(countryTrendInput(selection, first)), selection);
    else this.trend.load(queries.pathologyTrend(trendInput(selection, names)), selection);
  }
}
