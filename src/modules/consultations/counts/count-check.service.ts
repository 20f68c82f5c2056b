import type { EntityManager } from 'typeorm';
import { CONSULTATION_TOTALS, COUNT_DIFFERENCES, MISSING_CONSULTATIONS } from './count-check.sql';

/** A figure of a day that is not what its records add up to. */
export interface DailyDifference {
  readonly country: string;
  /** In UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** Of the pathology or medication. */
  readonly name: string;
  readonly counted: number;
  readonly recounted: number;
}

/** A record that something stands for, and that is not there. */
export interface MissingRecord {
  readonly country: string;
  readonly id: string;
  /** What names it: a claim or a void. */
  readonly what: 'claimed' | 'void';
}

export interface ConsultationTotals {
  readonly consultations: number;
  /** Of the consultations. */
  readonly voided: number;
  readonly dailyCounts: number;
}

const PAGE = 1_000;

/** Recounts cases from the consultations, as a transaction of REPEATABLE READ sees both: all of it is one moment. */
export class CountCheckService {
  constructor(private readonly snapshot: EntityManager) {}

  /** Every daily count that is not the number of its consultations that were not voided. */
  differences(): AsyncGenerator<DailyDifference> {
    return rowsOf<DailyDifference>(this.snapshot, COUNT_DIFFERENCES);
  }

  /** Every consultation that was claimed or voided and is not there. */
  missing(): AsyncGenerator<MissingRecord> {
    return rowsOf<MissingRecord>(this.snapshot, MISSING_CONSULTATIONS);
  }

  /** How much is compared. */
  async totals(): Promise<ConsultationTotals> {
    const [totals] = await this.snapshot.query<[ConsultationTotals]>(CONSULTATION_TOTALS);
    return totals;
  }
}

/** The rows of a query, of which no more than a page is held at a time. Needs a transaction. */
export async function* rowsOf<Row>(snapshot: EntityManager, query: string): AsyncGenerator<Row> {
  await snapshot.query(`DECLARE rows_of_query NO SCROLL CURSOR FOR ${query}`);
  let page: Row[];
  do {
    page = await snapshot.query<Row[]>(`FETCH ${PAGE} FROM rows_of_query`);
    yield* page;
  } while (page.length === PAGE);
  await snapshot.query('CLOSE rows_of_query');
}
