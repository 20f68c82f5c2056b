import { ConflictException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { resolveRecordCountry } from '../../../platform/access/record-country';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { Database } from '../../../platform/database/database';
import type { CountryCode } from '../../../shared/country';
import { describeFullNames } from './full-names';
import { type SaleOfCountry, type SaleRow, toSaleRow } from './sale-row';
import { recordSales, type SalesBatchResult } from './sales-batch';

/** A sale as a caller sends it; in the account's own country by default. */
type NewSale = Omit<SaleOfCountry, 'country'> & { readonly country?: CountryCode };

/** Records sales of medications of a caller. */
@Injectable()
export class SalesRecordingService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Records all sales, or none. An external id is recorded once, however often and concurrently it is sent.
   * @throws ForbiddenException if the account may not record for a country
   * @throws ConflictException if an external id was recorded with other content
   * @throws UnprocessableEntityException if a medication is new and the country has the maximum of its own
   */
  async record(
    sales: readonly NewSale[],
    caller: Caller,
  ): Promise<Omit<SalesBatchResult, 'conflicting' | 'unnamed'>> {
    const rows = sales.map((sale, index) => {
      const country = resolveRecordCountry(caller, sale.country, `sales[${index}].country`);
      return toSaleRow({ ...sale, country }, index);
    });
    return this.database.transaction(async (transaction) => {
      const { conflicting, unnamed, recorded } = await recordSales(transaction, rows, caller.userId);
      if (conflicting.length > 0) throw new ConflictException(describeConflicts(rows, conflicting));
      if (unnamed.length > 0) throw new UnprocessableEntityException(describeFullNames(unnamed));
      const countries = [...new Set(rows.map(({ country }) => country))];
      await this.audit.writeIn(
        transaction,
        countries.map((country) => {
          const isHere = (sale: { readonly country: CountryCode }) => sale.country === country;
          const records = recorded.filter(isHere).map(({ id }) => id);
          const details = {
            recorded: records.length,
            alreadyRecorded: rows.filter(isHere).length - records.length,
          };
          return { country, action: 'health.recordMedicationSales', caller, records, details };
        }),
      );
      return { recorded: recorded.length, alreadyRecorded: rows.length - recorded.length };
    });
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
