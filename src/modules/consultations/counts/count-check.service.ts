import type { z } from 'zod';
import type { Transaction } from '../../../platform/database/database';
import { COUNT_CONSULTATIONS, LIST_COUNT_DIFFERENCES, LIST_MISSING_CONSULTATIONS } from './count-check.sql';

export type DailyDifference = z.output<typeof LIST_COUNT_DIFFERENCES.row>;
export type MissingRecord = z.output<typeof LIST_MISSING_CONSULTATIONS.row>;

/** Compares the daily counts with the consultations, in one snapshot of the database. */
export class CountCheckService {
  constructor(private readonly snapshot: Transaction) {}

  listDifferences(): AsyncGenerator<DailyDifference> {
    return this.snapshot.stream(LIST_COUNT_DIFFERENCES);
  }

  listMissingRecords(): AsyncGenerator<MissingRecord> {
    return this.snapshot.stream(LIST_MISSING_CONSULTATIONS);
  }

  async countRecords(): Promise<z.output<typeof COUNT_CONSULTATIONS.row>> {
    return this.snapshot.one(COUNT_CONSULTATIONS);
  }
}
