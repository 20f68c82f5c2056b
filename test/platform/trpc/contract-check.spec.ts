import type { Type } from '@nestjs/common';
import { z } from 'zod';
import type { Contracts } from '../../../src/platform/contract/contracts.token';
import { mutation, query } from '../../../src/platform/contract/contract';
import { ContractRouter, Procedure } from '../../../src/platform/trpc/procedure.decorator';
import { createRoutersApp } from './routers-app';

const clinic = {
  open: query({
    summary: 'Whether the clinic is open.',
    access: 'anyone',
    audit: 'none',
    output: z.boolean(),
    example: { output: true },
  }),
  close: mutation({
    summary: 'Closes the clinic.',
    access: ['doctor'],
    audit: 'none',
    output: z.boolean(),
    example: { output: true },
  }),
};

const NOT_ITS_CONTRACT = /clinic\.open is not decorated with its own contract/;

@ContractRouter('clinic')
class ClinicRouter {
  @Procedure(clinic.open)
  open(): Promise<boolean> {
    return Promise.resolve(true);
  }

  @Procedure(clinic.close)
  close(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

@ContractRouter('clinic')
class SecondRouter extends ClinicRouter {}

@ContractRouter('clinic')
class RouterWithUndecoratedMethod extends ClinicRouter {
  assistant(): string {
    return 'not meant for callers';
  }
}

@ContractRouter('clinic')
class RouterWithHook extends ClinicRouter {
  onModuleInit(): void {
    this.open = () => Promise.resolve(false);
  }
}

@ContractRouter('clinic')
class RouterWithOneContractTwice {
  @Procedure(clinic.close)
  open(): Promise<boolean> {
    return Promise.resolve(true);
  }

  @Procedure(clinic.close)
  close(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** Starts and closes an application that has only these routers. */
async function start(contracts: Contracts, ...routers: Type[]): Promise<void> {
  const app = await createRoutersApp(contracts, routers);
  try {
    await app.init();
  } finally {
    await app.close();
  }
}

describe('the contract check', () => {
  const copy = { ...clinic, open: { ...clinic.open } };

  it('accepts routers that match their contracts', async () => {
    await expect(start({ clinic }, ClinicRouter)).resolves.toBeUndefined();
  });

  it.each<[string, Contracts, Type[], RegExp]>([
    [
      'a method without a decorator',
      { clinic },
      [RouterWithUndecoratedMethod],
      /clinic\.assistant is exposed and in no contract/,
    ],
    [
      'a lifecycle hook in a router, which would be exposed as a procedure',
      { clinic },
      [RouterWithHook],
      /clinic\.onModuleInit is exposed and in no contract/,
    ],
    ['the contract of another procedure', { clinic }, [RouterWithOneContractTwice], NOT_ITS_CONTRACT],
    ['a copy of the published contract', { clinic: copy }, [ClinicRouter], NOT_ITS_CONTRACT],
    [
      'two routers with the same name',
      { clinic },
      [ClinicRouter, SecondRouter],
      /two routers are called clinic/,
    ],
  ])('refuses %s', async (...[, contracts, routers, message]) => {
    await expect(start(contracts, ...routers)).rejects.toThrow(message);
  });

  it('refuses a contract without a router, and a router without a contract', async () => {
    const failure = start({ pharmacy: { open: clinic.open } }, ClinicRouter);
    await expect(failure).rejects.toThrow(/pharmacy\.open is in the contract and has no method/);
    await expect(failure).rejects.toThrow(/clinic\.open is exposed and in no contract/);
    await expect(failure).rejects.toThrow(/clinic\.close is exposed and in no contract/);
  });

  it('lists all differences', async () => {
    @ContractRouter('clinic')
    class Rest {
      one(): number {
        return 1;
      }

      two(): number {
        return 2;
      }
    }
    await expect(start({ clinic }, Rest)).rejects.toThrow(
      /^Routers and contracts differ:\n(\s+clinic\.\w+ .+\n?){4}$/,
    );
  });
});
