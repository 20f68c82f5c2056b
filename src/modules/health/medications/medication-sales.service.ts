import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import type { z } from 'zod';
import type { CountryCount, NamedCountryCount } from '../../consultations';
import type { Caller } from '../../../platform/access/caller';
import { resolveRecordCountry } from '../../../platform/access/record-country';
import { DailySums } from '../../../platform/database/daily-sums';
import { Database } from '../../../platform/database/database';
import { cellParameters } from '../../../platform/database/sum-cells';
import type { NamedPeriod, Period } from '../../../shared/period';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import {
  DAILY_UNITS,
  FIND_MEDICATIONS_IN_SCOPE,
  SUM_UNITS_BY_COUNTRY,
  SUM_UNITS_BY_COUNTRY_AND_NAME,
  SUM_UNITS_BY_MEDICATION,
  SUM_UNITS_IN_COUNTRY,
} from './medication-sales.sql';
import { type SaleOfCountry, type SaleRow, toSaleRow } from './sale-row';
import { recordSales, type SalesBatchResult } from './sales-batch';

/** A sale as a caller sends it; in the account's own country by default. */
type NewSale = Omit<SaleOfCountry, 'country'> & { readonly country?: CountryCode };

export type MedicationTotal = z.output<typeof SUM_UNITS_BY_MEDICATION.row>;

/** Records sales of medications and sums the units that were sold. */
@Injectable()
export class MedicationSalesService {
  private readonly dailyUnits: DailySums;

  constructor(private readonly database: Database) {
    this.dailyUnits = new DailySums(database, DAILY_UNITS);
  }

  /**
   * Records all sales of a caller, or none. An external id is recorded once, however often and concurrently it is sent.
   * @throws ForbiddenException if the account may not record for a country
   * @throws ConflictException if an external id was recorded with other content
   */
  async recordForCaller(
    sales: readonly NewSale[],
    caller: Caller,
  ): Promise<Omit<SalesBatchResult, 'conflicting'>> {
    const rows = sales.map((sale, index) => {
      const country = resolveRecordCountry(caller, sale.country, `sales[${index}].country`);
      return toSaleRow({ ...sale, country }, index);
    });
    return this.database.transaction(async (transaction) => {
      const { conflicting, ...recorded } = await recordSales(transaction, rows, caller.userId);
      if (conflicting.length > 0) throw new ConflictException(describeConflicts(rows, conflicting));
      return recorded;
    });
  }

  /** Records all sales without an account, or none. */
  async record(sales: readonly Omit<SaleOfCountry, 'externalId'>[]): Promise<void> {
    await this.database.transaction((transaction) => recordSales(transaction, sales.map(toSaleRow), null));
  }

  /** Returns the units of each medication in a period, best-selling first. Those with the same name are added together. */
  async getTotals(scope: CountryScope, period: NamedPeriod): Promise<MedicationTotal[]> {
    return this.database.rows(SUM_UNITS_BY_MEDICATION, { scope, ...cellParameters(period) });
  }

  /** Returns the units of all medications in each period. */
  async getSums(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    return this.dailyUnits.ofPeriods(scope, periods);
  }

  /**
   * Returns the units of a medication in each country, most first.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async getUnitsByCountry(
    scope: CountryScope,
    period: NamedPeriod,
    medication: string,
  ): Promise<CountryCount[]> {
    const { ids: medicationIds } = await this.findMedication(scope, medication);
    const values = { ...cellParameters(period), medicationIds };
    if (scope === '*') return this.database.rows(SUM_UNITS_BY_COUNTRY, values);
    return this.database.rows(SUM_UNITS_IN_COUNTRY, { scope, ...values });
  }

  /** Returns the units by country and name key. Never return them to an API caller: they have all countries. */
  async getUnitsByCountryAndName(period: NamedPeriod): Promise<NamedCountryCount[]> {
    return this.database.rows(SUM_UNITS_BY_COUNTRY_AND_NAME, cellParameters(period));
  }

  /**
   * Returns the name under which a medication is shown, for any of its names.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async getDisplayName(scope: CountryScope, medication: string): Promise<string> {
    return (await this.findMedication(scope, medication)).name;
  }

  /** Returns the countries that have sales. */
  async listCountries(): Promise<CountryCode[]> {
    return this.dailyUnits.countries();
  }

  private async findMedication(scope: CountryScope, name: string) {
    const found = await this.database.first(FIND_MEDICATIONS_IN_SCOPE, { scope, key: nameKey(name) });
    if (!found) throw new NotFoundException(`medication: no medication is called "${name}"`);
    return found;
  }
}

function describeConflicts(rows: readonly SaleRow[], conflicting: readonly number[]): string {
  return conflicting
    .map(
      (item) =>
        `sales[${item}].externalId: "${rows[item]?.external_id}" was recorded before with other content`,
    )
    .join('; ');
}
