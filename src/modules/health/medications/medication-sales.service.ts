import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { filingCountry } from '../../../platform/access/filing-country';
import type { CountryCount, NamedCountryCount } from '../../consultations';
import { DailySums } from '../../../platform/database/daily-sums';
import type { Period } from '../../../shared/calendar';
import { nameKey } from '../../../shared/name-key';
import { type MedicationSaleLine, type SaleRow, saleRow } from './medication-sale-line';
import {
  MEDICATIONS_BY_KEY,
  SALE_ROWS,
  type SaleLines,
  TOTALS_BY_MEDICATION,
  UNITS_BY_COUNTRY,
  UNITS_BY_COUNTRY_AND_MEDICATION,
  compareClaims,
  createMedications,
  recordSales,
} from './medication-sales.sql';

export { type MedicationSaleLine, type SaleRow, saleRow } from './medication-sale-line';

/** A sale as a caller sends it: of the account's own country where it names none. */
export type NewSale = Omit<MedicationSaleLine, 'country'> & { readonly country?: CountryCode };

export interface MedicationTotal {
  readonly name: string;
  /** The first of its codes; null for what is not in the catalogue and came without one. */
  readonly atcCode: string | null;
  readonly unitsSold: number;
}

export interface RecordedSales {
  readonly recorded: number;
  readonly alreadyRecorded: number;
}

/** Sales of medications, counted by day as they are recorded. */
@Injectable()
export class MedicationSalesService {
  private readonly dailyUnits: DailySums;

  constructor(private readonly dataSource: DataSource) {
    this.dailyUnits = new DailySums(dataSource, { table: 'medication_daily_units', value: 'units' });
  }

  /**
   * Records some sales of a caller's and counts them: all, or none. What has an external id is recorded once, however
   * often and by how many calls at once it is sent.
   * @throws ForbiddenException for a country that is not the account's
   * @throws ConflictException for an external id that was recorded with other content
   */
  async recordFor(sales: readonly NewSale[], caller: Caller): Promise<RecordedSales> {
    const rows = sales.map((sale, index) =>
      saleRow({ ...sale, country: filingCountry(caller, sale.country, `sales[${index}].country`) }, index),
    );
    return this.dataSource.transaction(async (manager) => {
      const { recorded, alreadyRecorded, conflicting } = await this.recordFrom(
        manager,
        linesOf(rows),
        caller.userId,
      );
      if (conflicting.length > 0) throw new ConflictException(conflictsOf(rows, conflicting));
      return { recorded, alreadyRecorded };
    });
  }

  /** Records some sales that no account sends and counts them: all, or none. */
  async record(sales: readonly Omit<MedicationSaleLine, 'externalId'>[]): Promise<void> {
    await this.dataSource.transaction((manager) =>
      this.recordFrom(manager, linesOf(sales.map(saleRow)), null),
    );
  }

  /**
   * Records lines from anywhere and counts them, as a part of the caller's transaction. Once for each transaction: its
   * locks are taken in an order that all calls share, which a second one in the same transaction would break.
   * @param lines a FROM item with the columns of `SaleRow`, each line's number its own, and its parameters, `$1` first
   * @param accountId whose external ids they are; null only where no line has one
   * @returns `alreadyRecorded` counts lines whose external id had been recorded with the same content, or stood before
   * them; `conflicting` names, in order, the lines whose external id stands for other content: they are not recorded
   */
  async recordFrom(
    manager: EntityManager,
    lines: SaleLines,
    accountId: string | null,
  ): Promise<RecordedSales & { conflicting: number[] }> {
    const values = [...lines.values];
    await manager.query(createMedications(lines), values);
    const [{ lines: all, recorded }] = await manager.query<[{ lines: number; recorded: number }]>(
      recordSales(lines),
      [...values, accountId],
    );
    if (recorded === all) return { recorded, alreadyRecorded: 0, conflicting: [] };
    const [{ conflicting }] = await manager.query<[{ conflicting: number[] }]>(compareClaims(lines), [
      ...values,
      accountId,
    ]);
    return { recorded, alreadyRecorded: all - recorded - conflicting.length, conflicting };
  }

  /**
   * The units sold in a period, best-selling first. Where several countries are summed, what each of them wrote under one
   * name is one line, shown as it was first written.
   */
  async totals(scope: CountryScope, { from, before }: Period): Promise<MedicationTotal[]> {
    return this.dataSource.query<MedicationTotal[]>(TOTALS_BY_MEDICATION, [scope, from, before]);
  }

  /** The units of each of some periods in all, in their order. */
  async sums(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    return this.dailyUnits.ofPeriods(scope, periods);
  }

  /**
   * The units of a medication sold in each country in a period, most first.
   * @throws NotFoundException for a name that nobody has used where the caller may look
   */
  async byCountry(
    scope: CountryScope,
    { from, before }: Period,
    medicationName: string,
  ): Promise<CountryCount[]> {
    const { ids } = await this.find(scope, medicationName);
    return this.dataSource.query<CountryCount[]>(UNITS_BY_COUNTRY, [scope, from, before, ids]);
  }

  /** All that was sold in a period, by country and name. It knows no scope: it is not for callers. */
  async byCountryAndName({ from, before }: Period): Promise<NamedCountryCount[]> {
    return this.dataSource.query<NamedCountryCount[]>(UNITS_BY_COUNTRY_AND_MEDICATION, [from, before]);
  }

  /**
   * The name that a medication is shown under, whichever of its names is asked for.
   * @throws NotFoundException for a name that nobody has used where the caller may look
   */
  async shownName(scope: CountryScope, medicationName: string): Promise<string> {
    return (await this.find(scope, medicationName)).name;
  }

  private async find(scope: CountryScope, name: string): Promise<{ name: string; ids: string[] }> {
    const key = nameKey(name);
    const [found] = await this.dataSource.query<{ name: string; ids: string[] }[]>(MEDICATIONS_BY_KEY, [
      scope,
      key,
    ]);
    if (!found) throw new NotFoundException(`medication: no medication is called "${name}"`);
    return found;
  }

  /** The countries that have any sale. */
  async countries(): Promise<CountryCode[]> {
    return this.dailyUnits.countries();
  }
}

function linesOf(rows: readonly SaleRow[]): SaleLines {
  return { relation: SALE_ROWS, values: [JSON.stringify(rows)] };
}

function conflictsOf(rows: readonly SaleRow[], conflicting: readonly number[]): string {
  return conflicting
    .map(
      (line) =>
        `sales[${line}].externalId: "${rows[line]?.external_id}" was recorded before with other content`,
    )
    .join('; ');
}
