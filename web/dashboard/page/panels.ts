import { element } from '../../shared/element';
import { AlertsPanel } from '../panels/alerts';
import { MapPanel } from '../panels/map';
import { MedicationsPanel } from '../panels/medications';
import { PathologiesPanel, selectedPathologies } from '../panels/pathologies';
import { SummaryPanel } from '../panels/summary';
import { TrendPanel } from '../panels/trend';
import type { Context, View } from './context';

/** All figures of the page. */
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

  /** Resolves when every figure shows its data or an error. */
  async show(view: View): Promise<void> {
    const { pathologies: selected } = view.selection;
    let trend = selected === null ? undefined : this.trend.show(view, selected);
    const pathologies = this.pathologies.show(view, {
      onData: (counts) => {
        this.map.showPathologyOptions(view.selection, counts);
        if (selected === null) trend = this.trend.show(view, selectedPathologies(selected, counts));
      },
      onError: (message) => {
        if (selected === null) this.trend.showMessage(message);
      },
    });
    // A cached result of the pathologies has set `trend` already.
    if (selected === null && trend === undefined) this.trend.showLoading(view);
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
