import type { INestApplication } from '@nestjs/common';
import { AppRouterHost, Query } from 'nestjs-trpc';
import { z } from 'zod';
import { ROLES } from '../../../src/platform/access/role';
import { query } from '../../../src/platform/contract/contract';
import { ContractRouter, Procedure } from '../../../src/platform/trpc/procedure.decorator';
import { RequestContext } from '../../../src/platform/trpc/context/request-context';
import { CallerResolver } from '../../../src/platform/access/caller';
import { createRoutersApp } from './routers-app';

const open = query({
  summary: 'Whether the clinic is open.',
  access: 'anyone',
  audit: 'none',
  output: z.boolean(),
  example: { output: true },
});

let runs = 0;

@ContractRouter('clinic')
class ClinicRouter {
  @Procedure(open)
  open(): Promise<boolean> {
    return Promise.resolve(true);
  }

  @Query()
  undeclared(): string {
    runs += 1;
    return 'not meant for callers';
  }

  undecorated(): string {
    runs += 1;
    return 'not meant for callers';
  }
}

describe('a procedure without a contract', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await createRoutersApp({ clinic: { open } }, [ClinicRouter], { checked: false });
    await app.init();
  });

  afterAll(async () => {
    await app.close();
  });

  /** Calls a procedure without the transport, which knows only procedures with a contract. */
  async function call(name: string, role: string | undefined): Promise<unknown> {
    const exchange = {
      requestHeader: (header: string) => (header === 'role' ? role : undefined),
      appendResponseHeader: () => undefined,
    };
    const context = new RequestContext(
      { requestId: 'r', address: '127.0.0.1', languages: [], exchange },
      app.get(CallerResolver),
    );
    let target: unknown = app.get(AppRouterHost).appRouter.createCaller(context);
    for (const part of ['clinic', name]) {
      if (typeof target !== 'function') throw new Error(`${name} is not exposed`);
      target = Reflect.get(target, part);
    }
    if (typeof target !== 'function') throw new Error(`${name} is not exposed`);
    const result: unknown = await Reflect.apply(target, undefined, []);
    return result;
  }

  it('can be called if its contract permits it', async () => {
    expect(await call('open', undefined)).toBe(true);
  });

  it.each(['undeclared', 'undecorated'])(
    'is denied to anonymous callers and to every role: %s',
    async (name) => {
      await expect(call(name, undefined)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
      for (const role of ROLES) {
        await expect(call(name, role)).rejects.toMatchObject({
          code: 'FORBIDDEN',
          message: 'You do not have required permission (10002)',
        });
      }
      expect(runs).toBe(0);
    },
  );
});
