import type { INestApplication } from '@nestjs/common';
import { AppRouterHost, Query } from 'nestjs-trpc';
import { z } from 'zod';
import { ROLES } from '../../../src/platform/access/role';
import { query } from '../../../src/platform/contract/contract';
import { ContractRouter, Procedure } from '../../../src/platform/trpc/procedure.decorator';
import { RequestContext } from '../../../src/platform/trpc/context/request-context';
import { CallerResolver } from '../../../src/platform/access/caller';
import { createRouters } from './routers-app';

const open = query({
  summary: 'Whether the clinic is open.',
  access: 'anyone',
  output: z.boolean(),
  example: { output: true },
});

let ran = 0;

@ContractRouter('clinic')
class ClinicRouter {
  @Procedure(open)
  open(): Promise<boolean> {
    return Promise.resolve(true);
  }

  @Query()
  undeclared(): string {
    ran += 1;
    return 'not meant for callers';
  }

  undecorated(): string {
    ran += 1;
    return 'not meant for callers';
  }
}

describe('a procedure without a contract', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await createRouters({ clinic: { open } }, [ClinicRouter], { checked: false });
    await app.init();
  });

  afterAll(async () => {
    await app.close();
  });

  /** Runs a procedure past the wire, which knows only what has a contract. */
  async function call(name: string, role: string | undefined): Promise<unknown> {
    const exchange = {
      requestHeader: (header: string) => (header === 'role' ? role : undefined),
      appendResponseHeader: () => undefined,
    };
    const context = new RequestContext(
      { requestId: 'r', address: '127.0.0.1', languages: [], exchange },
      app.get(CallerResolver),
    );
    let step: unknown = app.get(AppRouterHost).appRouter.createCaller(context);
    for (const part of ['clinic', name]) {
      if (typeof step !== 'function') throw new Error(`${name} is not exposed`);
      step = Reflect.get(step, part);
    }
    if (typeof step !== 'function') throw new Error(`${name} is not exposed`);
    const answer: unknown = await Reflect.apply(step, undefined, []);
    return answer;
  }

  it('can be called where its contract says so', async () => {
    expect(await call('open', undefined)).toBe(true);
  });

  it.each(['undeclared', 'undecorated'])('is denied to a stranger and to every role: %s', async (name) => {
    await expect(call(name, undefined)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const role of ROLES) {
      await expect(call(name, role)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'You do not have required permission (10002)',
      });
    }
    expect(ran).toBe(0);
  });
});
