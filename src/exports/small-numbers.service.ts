import { Inject, Injectable } from '@nestjs/common';
import type { CountryCode, CountryScope } from '../access/country';
import { ENVIRONMENT } from '../config/config.module';
import type { ExportSettings } from '../config/environment';
import { PathologyCountsService } from '../consultations/pathology-counts.service';
import type { Period } from '../fields/calendar';
import { nameKey } from '../fields/name-key';
import { MedicationSalesService } from '../health/medication-sales.service';
import { type Count, CountTable } from './count-table';
import type { Released } from './suppression';

/** Which number of a period: of one pathology or medication or of all, in one country or, as `*`, in all. */
interface Place {
  readonly name?: string;
  readonly country: CountryScope;
}

/** Gives a number of one period as it may leave the ministry. */
export type Release = (count: number, place: Place) => Released;

/** Countries asked at once: a few of the pool's connections, so that pages are answered meanwhile. */
const AT_ONCE = 4;

/**
 * Which numbers of a period are withheld. It is decided over all countries at once whoever asks, so that what one account
 * exports never undoes what another does.
 */
@Injectable()
export class SmallNumbersService {
  constructor(
    @Inject(ENVIRONMENT) private readonly settings: Pick<ExportSettings, 'SMALL_COUNT_THRESHOLD'>,
    private readonly pathologyCounts: PathologyCountsService,
    private readonly medicationSales: MedicationSalesService,
  ) {}

  /** Numbers from 1 to less than it are withheld; 0 where none is. */
  get threshold(): number {
    return this.settings.SMALL_COUNT_THRESHOLD;
  }

  /** Releases the cases of a period. */
  async cases(period: Period): Promise<Release> {
    return this.release(
      () => this.pathologyCounts.countries(),
      async (country) => {
        const totals = await this.pathologyCounts.totals(country, period);
        return totals.map(({ name, count }) => ({ row: nameKey(name), country, count }));
      },
    );
  }

  /** Releases the units sold in a period. */
  async units(period: Period): Promise<Release> {
    return this.release(
      () => this.medicationSales.countries(),
      async (country) => {
        const totals = await this.medicationSales.totals(country, period);
        return totals.map(({ name, unitsSold }) => ({ row: nameKey(name), country, count: unitsSold }));
      },
    );
  }

  private async release(
    countriesOf: () => Promise<string[]>,
    countsOf: (country: CountryCode) => Promise<Count[]>,
  ): Promise<Release> {
    if (this.threshold === 0) return (count) => count;
    const countries = await countriesOf();
    const counts: Count[] = [];
    for (let start = 0; start < countries.length; start += AT_ONCE) {
      const some = countries.slice(start, start + AT_ONCE);
      const found = await Promise.all(some.map((country) => countsOf(country as CountryCode)));
      counts.push(...found.flat());
    }
    const table = new CountTable(counts, this.threshold);
    return (_count, { name, country }) =>
      table.at({
        ...(name !== undefined && { row: nameKey(name) }),
        ...(country !== '*' && { country }),
      });
  }
}
