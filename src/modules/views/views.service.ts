import {
  ConflictException,
  Injectable,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { LoginRequiredException } from '../../platform/access/access-refusals';
import type { Caller } from '../../platform/access/caller';
import type { InputOf, OutputOf } from '../../platform/contract/implementation-types';
import { Database } from '../../platform/database/database';
import { MAX_VIEWS, type viewsContract } from './views.contract';
import {
  COUNT_OTHER_VIEWS,
  DELETE_VIEW,
  FIND_VIEW,
  LIST_VIEWS,
  LOCK_VIEWS,
  RENAME_VIEW,
  STORE_VIEW,
} from './views.sql';

type Contract = typeof viewsContract;
type View = OutputOf<Contract['save']>['data'];

/** Selections of the dashboard that accounts have saved. Each account has its own only. */
@Injectable()
export class ViewsService {
  constructor(private readonly database: Database) {}

  async list({ userId }: Caller): Promise<View[]> {
    return this.database.rows(LIST_VIEWS, { accountId: userId });
  }

  /** @throws UnprocessableEntityException if the account has the maximum of views */
  async save({ name, query }: InputOf<Contract['save']>, { userId: accountId }: Caller): Promise<View> {
    return this.database.transaction(async (transaction) => {
      await transaction.run(LOCK_VIEWS, { accountId });
      const { others } = await transaction.one(COUNT_OTHER_VIEWS, { accountId, name });
      if (others >= MAX_VIEWS)
        throw new UnprocessableEntityException(
          `name: you have ${MAX_VIEWS} views, the most that an account may have; delete one first`,
        );
      const stored = await transaction.first(STORE_VIEW, { accountId, name, query });
      // The account was erased meanwhile.
      if (!stored) throw new LoginRequiredException('expired');
      return stored;
    });
  }

  /**
   * Renames a view, or returns the one with the new name if it was renamed before: the response may have been lost.
   * @throws NotFoundException if there is neither
   * @throws ConflictException if another one has the new name
   */
  async rename({ name, newName }: InputOf<Contract['rename']>, { userId: accountId }: Caller): Promise<View> {
    return this.database.transaction(async (transaction) => {
      await transaction.run(LOCK_VIEWS, { accountId });
      const view = await transaction.first(FIND_VIEW, { accountId, name });
      const other = await transaction.first(FIND_VIEW, { accountId, name: newName });
      if (view && other && newName !== name)
        throw new ConflictException(
          'newName: you have another view of this name; delete it first, or choose another name',
        );
      const renamed = other ?? (await transaction.first(RENAME_VIEW, { accountId, name, newName }));
      if (!renamed) throw new NotFoundException('name: you have no view of this name');
      return renamed;
    });
  }

  /** Deletes a view, if it is there. */
  async delete(name: string, { userId: accountId }: Caller): Promise<void> {
    await this.database.run(DELETE_VIEW, { accountId, name });
  }
}
