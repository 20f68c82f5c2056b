import { Inject, Injectable } from '@nestjs/common';
import type { CountryScope } from '../../../shared/country';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { ExportSettings } from '../../../platform/config/environment';
import { type NamedCountryCount, PathologyCountsService } from '../../../modules/consultations';
import { type NamedPeriod, parsePeriod } from '../../../shared/period';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { MedicationSalesService } from '../../../modules/health';
import { CountTable } from './count-table';
import { type PublishedCount, SUPPRESSED } from './suppression';

interface CountKey {
  /** Of a pathology or medication; all of them if absent. */
  readonly key?: string | undefined;
  readonly country: CountryScope;
}

/** Returns a count of one period, or `suppressed`. */
export type Suppressor = (count: number, key: CountKey) => PublishedCount;

/**
 * Decides which counts of a period are suppressed.
 * The decision covers all countries and is the same for every account, so that exports of different accounts never reveal
 * each other's suppressed counts.
 */
@Injectable()
export class SmallNumbersService {
  constructor(
    @Inject(ENVIRONMENT) private readonly settings: Pick<ExportSettings, 'SMALL_COUNT_THRESHOLD'>,
    private readonly pathologyCounts: PathologyCountsService,
    private readonly medicationSales: MedicationSalesService,
  ) {}

  /** Counts from 1 to less than the threshold are suppressed; 0 suppresses nothing. */
  get threshold(): number {
    return this.settings.SMALL_COUNT_THRESHOLD;
  }

  async createCaseSuppressor(period: NamedPeriod): Promise<Suppressor> {
    return this.createSuppressor(() => this.pathologyCounts.getCountsByCountryAndName(period));
  }

  /** @returns suppressors by the period's name */
  async createCaseSuppressors(names: readonly string[]): Promise<ReadonlyMap<string, Suppressor>> {
    const suppressors = new Map<string, Suppressor>();
    for (const name of new Set(names)) {
      const period = parsePeriod(name);
      if (period) suppressors.set(name, await this.createCaseSuppressor(period));
    }
    return suppressors;
  }

  async createUnitSuppressor(period: NamedPeriod): Promise<Suppressor> {
    return this.createSuppressor(() => this.medicationSales.getUnitsByCountryAndName(period));
  }

  private async createSuppressor(loadCounts: () => Promise<NamedCountryCount[]>): Promise<Suppressor> {
    if (this.threshold === 0) return (count) => count;
    const counts = await mapInTurns(await loadCounts(), ({ country, key, count }) => ({
      row: key,
      country,
      count,
    }));
    const table = await CountTable.create(counts, this.threshold);
    return (count, { key, country }) =>
      table.getPublishedCount({
        ...(key !== undefined && { row: key }),
        ...(country !== '*' && { country }),
      }) ??
      // The table does not have what was recorded since.
      (count === 0 ? 0 : SUPPRESSED);
  }
}
