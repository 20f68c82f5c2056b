import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { FoldJob } from '../../../platform/database/fold-job';
import { DAILY_CASES } from './pathology-counts.sql';

/** Adds logged changes of cases to the daily counts. */
@Injectable()
export class PathologyFold extends FoldJob {
  constructor(database: Database, distribution: Distribution) {
    super(database, distribution, DAILY_CASES);
  }
}
