import { element } from '../../shared/element';
import { AlertsPanel } from '../panels/alerts';
import { MapPanel } from '../panels/map';
import { MedicationsPanel } from '../panels/medications';
import { PathologiesPanel, chosenPathologies } from '../panels/pathologies';
import { SummaryPanel } from '../panels/summary';
import { TrendPanel } from '../panels/trend';
import type { Context, View } from './context';

/** The figures of the page. */
export class Panels {
  readonly node: HTMLElement;
  private readonly alerts: AlertsPanel;
  private readonly summary: SummaryPanel;
  private readonly pathologies: PathologiesPanel;
  private readonly trend: TrendPanel;
  private readonly map: MapPanel;
  private readonly medications: MedicationsPanel;

  constructor(context: Context) {
    this.alerts = new AlertsPanel(context);
    this.summary = new SummaryPanel(context);
    this.pathologies = new PathologiesPanel(context);
    this.trend = new TrendPanel(context);
    this.map = new MapPanel(context);
    this.medications = new MedicationsPanel(context);
    const all = [this.alerts, this.summary, this.pathologies, this.trend, this.map, this.medications];
    this.node = element(
      'div',
      { id: 'figures', className: 'figures', tabIndex: -1 },
      ...all.map(({ figure }) => figure.node),
    );
  }

  /** @returns when all of them show what was asked for, or why they do not */
  async show(view: View): Promise<void> {
    const { pathologies: chosen } = view.selection;
    let trend = chosen === null ? undefined : this.trend.show(view, chosen);
    const pathologies = this.pathologies.show(view, {
      onAnswer: (counts) => {
        this.map.offer(view.selection, counts);
        if (chosen === null) trend = this.trend.show(view, chosenPathologies(chosen, counts));
      },
      onNothing: (message) => {
        if (chosen === null) this.trend.tell(message);
      },
    });
    // An answer that is kept was told at once.
    if (chosen === null && trend === undefined) this.trend.await(view);
    await Promise.all([
      pathologies,
      this.alerts.show(view),
      this.summary.show(view),
      this.map.show(view),
      this.medications.show(view),
    ]);
    await trend;
  }
}
