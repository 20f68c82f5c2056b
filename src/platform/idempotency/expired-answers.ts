import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExpiredRows } from '../database/expired-rows';
import { REMOVE_SOME_EXPIRED } from './idempotent-answer.sql';

/** The most that one statement removes, so that none takes long. */
const MOST_AT_ONCE = 1_000;

/**
 * Removes stored answers that have expired: they hold patients' identifiers, and calls under a key remove some of them only
 * for as long as there are such calls.
 */
@Injectable()
export class ExpiredAnswers extends ExpiredRows {
  constructor(private readonly dataSource: DataSource) {
    super('answers', MOST_AT_ONCE);
  }

  protected async removeSome(): Promise<number> {
    const [, removed] = await this.dataSource.query<[unknown[], number]>(REMOVE_SOME_EXPIRED, [MOST_AT_ONCE]);
    return removed;
  }
}
