import { Ctx, Query, Router, UseMiddlewares } from 'nestjs-trpc';
import { authContract } from '../../../src/modules/auth/auth.contract';
import type { IdiomaticContext } from './request-context';
import { SessionMiddleware } from './session.middleware';

@Router({ alias: 'auth' })
export class AuthRouter {
  @UseMiddlewares(SessionMiddleware)
  @Query({ output: authContract.me.output })
  me(@Ctx() { account }: IdiomaticContext) {
    const { id, email, name, role } = account;
    return { id, email, name, role };
  }
}
