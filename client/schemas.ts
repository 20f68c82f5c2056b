import type { z } from 'zod';
import { contracts } from '../src/app-router';

type Contracts = typeof contracts;

/** The zod schemas of each procedure; `input` is undefined if it has no input. */
export type Schemas = {
  readonly [Router in keyof Contracts]: {
    readonly [Name in keyof Contracts[Router]]: Pick<
      Contracts[Router][Name],
      keyof Contracts[Router][Name] & ('input' | 'output')
    >;
  };
};

/** The type of each input after parsing. Send the input itself, not the parsed value. */
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

/** The schemas with which the platform parses inputs and checks outputs. */
export const schemas = mapValues(contracts, (router: Readonly<Record<string, ProcedureSchemas>>) =>
  mapValues(router, ({ input, output }) => ({ input, output })),
) as unknown as Schemas;

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
