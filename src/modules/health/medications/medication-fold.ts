import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { FoldJob } from '../../../platform/database/fold-job';
import { DAILY_UNITS } from './medication-sales.sql';

/** Adds logged changes of sold units to the daily units. */
@Injectable()
export class MedicationFold extends FoldJob {
  constructor(database: Database, distribution: Distribution) {
    super(database, distribution, DAILY_UNITS);
  }
}
