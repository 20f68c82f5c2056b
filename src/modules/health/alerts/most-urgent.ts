import type { Alert } from './alert';
import { compareUrgency } from './compare-urgency';

/**
 * Maximum number of alerts on pathologies that a country has made up. All readers of a country's alerts get all of them: with made-up
 * names, one account could make 20,000.
 */
export const MAX_OWN_ALERTS = 1_000;

/** Collects alerts of one country: all on pathologies of the catalogue, and the most urgent of the others. */
export class MostUrgentAlerts {
  private readonly ofCatalogue: Alert[] = [];
  private own: Alert[] = [];

  add(alerts: readonly Alert[]): void {
    for (const alert of alerts) (alert.icd10 === null ? this.own : this.ofCatalogue).push(alert);
    // Rarely, so that sorting takes little time, and before the list is long, which would be one long piece of work.
    if (this.own.length > 2 * MAX_OWN_ALERTS) this.dropLeastUrgent();
  }

  list(): Alert[] {
    this.dropLeastUrgent();
    return [...this.ofCatalogue, ...this.own];
  }

  private dropLeastUrgent(): void {
    this.own = this.own.sort(compareUrgency).slice(0, MAX_OWN_ALERTS);
  }
}
