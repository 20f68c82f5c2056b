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
    output: z.boolean(),
    example: { output: true },
  }),
  close: mutation({
    summary: 'Closes the clinic.',
    access: ['doctor'],
    output: z.boolean(),
    example: { output: true },
  }),
};

/** Starts and closes an application that has only these routers. */
async function start(contracts: Contracts, ...routers: Type[]): Promise<void> {
  const app = await createRoutersApp(contracts, routers);
  try {
    await app.init();
  } finally {
    await app.close();
  }
}

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

describe('the contract check', () => {
  it('accepts routers that match their contracts', async () => {
    await expect(start({ clinic }, ClinicRouter)).resolves.toBeUndefined();
  });

  it('refuses a method without a decorator', async () => {
    @ContractRouter('clinic')
    class WithAssistant extends ClinicRouter {
      assistant(): string {
        return 'not meant for callers';
      }
    }
    await expect(start({ clinic }, WithAssistant)).rejects.toThrow(
      /clinic\.assistant is exposed and in no contract/,
    );
  });

  it('refuses a lifecycle hook in a router, which would be exposed as a procedure', async () => {
    @ContractRouter('clinic')
    class WithHook extends ClinicRouter {
      onModuleInit(): void {
        this.open = () => Promise.resolve(false);
      }
    }
    await expect(start({ clinic }, WithHook)).rejects.toThrow(
      /clinic\.onModuleInit is exposed and in no contract/,
    );
  });

  it('refuses a procedure with another procedure’s contract', async () => {
    @ContractRouter('clinic')
    class Swapped {
      @Procedure(clinic.close)
      open(): Promise<boolean> {
        return Promise.resolve(true);
      }

      @Procedure(clinic.close)
      close(): Promise<boolean> {
        return Promise.resolve(true);
      }
    }
    await expect(start({ clinic }, Swapped)).rejects.toThrow(
      /clinic\.open is not decorated with its own contract/,
    );
  });

  it('refuses a copy of the published contract', async () => {
    const published = { clinic: { ...clinic, open: { ...clinic.open } } };
    await expect(start(published, ClinicRouter)).rejects.toThrow(
      /clinic\.open is not decorated with its own contract/,
    );
  });

  it('refuses a contract without a router, and a router without a contract', async () => {
    const failure = start({ pharmacy: { open: clinic.open } }, ClinicRouter);
    await expect(failure).rejects.toThrow(/pharmacy\.open is in the contract and has no method/);
    await expect(failure).rejects.toThrow(/clinic\.open is exposed and in no contract/);
    await expect(failure).rejects.toThrow(/clinic\.close is exposed and in no contract/);
  });

  it('refuses two routers with the same name', async () => {
    @ContractRouter('clinic')
    class SecondRouter extends ClinicRouter {}
    await expect(start({ clinic }, ClinicRouter, SecondRouter)).rejects.toThrow(
      /two routers are called clinic/,
    );
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
