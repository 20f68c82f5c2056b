import type { z } from 'zod';
import type { DailyDifference, MissingRecord } from '../../consultations';
import type { Transaction } from '../../../platform/database/database';
import { COUNT_SALES, LIST_MISSING_SALES, LIST_UNITS_DIFFERENCES } from './units-check.sql';

/** Compares the daily sums of units with the sales, in one snapshot of the database. */
export class UnitsCheckService {
  constructor(private readonly snapshot: Transaction) {}

  listDifferences(): AsyncGenerator<DailyDifference> {
    return this.snapshot.stream(LIST_UNITS_DIFFERENCES);
  }

  listMissingRecords(): AsyncGenerator<MissingRecord> {
    return this.snapshot.stream(LIST_MISSING_SALES);
  }

  async countRecords(): Promise<z.output<typeof COUNT_SALES.row>> {
    return this.snapshot.one(COUNT_SALES);
  }
}
