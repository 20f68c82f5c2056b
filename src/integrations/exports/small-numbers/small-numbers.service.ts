import { Inject, Injectable } from '@nestjs/common';
import type { CountryScope } from '../../../shared/country';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { ExportSettings } from '../../../platform/config/environment';
import { type NamedCountryCount, PathologyCountsService } from '../../../modules/consultations';
import type { Period } from '../../../shared/calendar';
import { nameKey } from '../../../shared/name-key';
import { MedicationSalesService } from '../../../modules/health';
import { CountTable } from '../tables/count-table';
import type { Released } from './suppression';

/** Which number of a period: of one pathology or medication or of all, in one country or, as `*`, in all. */
interface Place {
  readonly name?: string;
  readonly country: CountryScope;
}

/** Gives a number of one period as it may leave the ministry. */
export type Release = (count: number, place: Place) => Released;

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
    return this.release(() => this.pathologyCounts.byCountryAndName(period));
  }

  /** Releases the units sold in a period. */
  async units(period: Period): Promise<Release> {
    return this.release(() => this.medicationSales.byCountryAndName(period));
  }

  private async release(countsOf: () => Promise<NamedCountryCount[]>): Promise<Release> {
    if (this.threshold === 0) return (count) => count;
    const counts = await countsOf();
    const table = new CountTable(
      counts.map(({ country, key, count }) => ({ row: key, country, count })),
      this.threshold,
    );
    return (_count, { name, country }) =>
      table.at({
        ...(name !== undefined && { row: nameKey(name) }),
        ...(country !== '*' && { country }),
      });
  }
}
