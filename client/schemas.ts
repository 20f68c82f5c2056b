import type { z } from 'zod';
import { contracts } from '../src/app-router';

type Contracts = typeof contracts;

/** The zod schemas of each procedure; `input` is undefined where it takes none. */
export type Schemas = {
  readonly [Router in keyof Contracts]: {
    readonly [Name in keyof Contracts[Router]]: Pick<
      Contracts[Router][Name],
      keyof Contracts[Router][Name] & ('input' | 'output')
    >;
  };
};

/** What an input is read into. It is for looking at: what is sent is the input itself. */
export type ReadInputs = {
  [Router in keyof Contracts]: {
    [Name in keyof Contracts[Router]]: Contracts[Router][Name] extends { readonly input: infer Input }
      ? Input extends z.ZodType
        ? z.output<Input>
        : undefined
      : never;
  };
};

interface ProcedureSchemas {
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType;
}

/** The schemas by which the platform reads each call and checks each answer. */
export const schemas = map(contracts, (router: Readonly<Record<string, ProcedureSchemas>>) =>
  map(router, ({ input, output }) => ({ input, output })),
) as unknown as Schemas;

function map<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
