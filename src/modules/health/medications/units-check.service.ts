import type { EntityManager } from 'typeorm';
import { type DailyDifference, type MissingRecord, rowsOf } from '../../consultations';
import { MISSING_SALES, SALES_TOTALS, UNITS_DIFFERENCES } from './units-check.sql';

export interface SalesTotals {
  readonly sales: number;
  readonly dailySums: number;
}

/** Adds units up again from the sales, as a transaction of REPEATABLE READ sees both: all of it is one moment. */
export class UnitsCheckService {
  constructor(private readonly snapshot: EntityManager) {}

  /** Every daily sum of units that is not what its sales add up to. */
  differences(): AsyncGenerator<DailyDifference> {
    return rowsOf<DailyDifference>(this.snapshot, UNITS_DIFFERENCES);
  }

  /** Every sale that was claimed and is not there. */
  missing(): AsyncGenerator<MissingRecord> {
    return rowsOf<MissingRecord>(this.snapshot, MISSING_SALES);
  }

  /** How much is compared. */
  async totals(): Promise<SalesTotals> {
    const [totals] = await this.snapshot.query<[SalesTotals]>(SALES_TOTALS);
    return totals;
  }
}
