import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { type Observable, defer, from, lastValueFrom } from 'rxjs';
import type { DatabaseWork } from '../contract/database-work';
import { runDatabaseWork } from './database-work';

/** Declares the kind of database work of a controller or route, as `work` of a contract does for a procedure. */
export function UseDatabaseWork(work: DatabaseWork): ClassDecorator & MethodDecorator {
  return UseInterceptors(new DatabaseWorkInterceptor(work));
}

class DatabaseWorkInterceptor implements NestInterceptor {
  constructor(private readonly work: DatabaseWork) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return defer(() =>
      from(runDatabaseWork(this.work, () => lastValueFrom(next.handle(), { defaultValue: undefined }))),
    );
  }
}
