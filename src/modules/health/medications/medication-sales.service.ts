import { Injectable, NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import type { z } from 'zod';
import type { CountryCount, NameAndKey, NamedCountryCount } from '../../consultations';
import { DailySums } from '../../../platform/database/daily-sums';
import { Database } from '../../../platform/database/database';
import { cellParameters } from '../../../platform/database/sum-cells';
import type { NamedPeriod, Period } from '../../../shared/period';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { findEnglishName } from '../../../shared/catalogue-names/catalogue-names';
import { nameKey } from '../../../shared/name-key';
import {
  DAILY_UNITS,
  FIND_MEDICATIONS_IN_SCOPE,
  SUM_UNITS_BY_COUNTRY,
  SUM_UNITS_BY_COUNTRY_AND_NAME,
  SUM_UNITS_BY_MEDICATION,
  SUM_UNITS_IN_COUNTRY,
} from './medication-sales.sql';
import { type SaleOfCountry, toSaleRow } from './sale-row';
import { describeFullNames } from './full-names';
import { recordSales } from './sales-batch';

export type MedicationTotal = z.output<typeof SUM_UNITS_BY_MEDICATION.row>;

/** Records sales of medications and sums the units that were sold. */
@Injectable()
export class MedicationSalesService {
  private readonly dailyUnits: DailySums;

  constructor(private readonly database: Database) {
    this.dailyUnits = new DailySums(database, DAILY_UNITS);
  }

  /** Records all sales without an account, or none. */
  async record(sales: readonly Omit<SaleOfCountry, 'externalId'>[]): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { unnamed } = await recordSales(transaction, sales.map(toSaleRow), null);
      if (unnamed.length > 0) throw new UnprocessableEntityException(describeFullNames(unnamed));
    });
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
   * Finds a medication by any of its names.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async findNameAndKey(scope: CountryScope, medication: string): Promise<NameAndKey> {
    return this.findMedication(scope, medication);
  }

  /** Returns the countries that have sales. */
  async listCountries(): Promise<CountryCode[]> {
    return this.dailyUnits.countries();
  }

  private async findMedication(scope: CountryScope, name: string) {
    const find = (each: string) =>
      this.database.first(FIND_MEDICATIONS_IN_SCOPE, { scope, key: nameKey(each) });
    // The database has the names of few languages. Own names of countries that it has come first.
    const english = findEnglishName('medications', name);
    const found = (await find(name)) ?? (english === undefined ? undefined : await find(english));
    if (!found) throw new NotFoundException(`medication: no medication is called "${name}"`);
    return found;
  }
}
