import { TRPCError } from '@trpc/server';
import superjson, { type SuperJSONResult } from 'superjson';
import { z } from 'zod';

/** The annotations that tRPC clients send for plain input. Others make superjson build objects, some in quadratic time. */
const LEAVES = z.enum(['undefined', 'Date', 'number']);

type Annotations = readonly [string] | Readonly<Record<string, unknown>>;

const annotationsSchema: z.ZodType<Annotations> = z.union([
  z.tuple([LEAVES]),
  z.record(z.string(), z.tuple([LEAVES])),
]);

const metaSchema = z.strictObject({ values: annotationsSchema.optional(), v: z.number().optional() });

/**
 * Deserializes an input of superjson.
 * @throws TRPCError BAD_REQUEST if it has other annotations than LEAVES, or they do not match the input
 */
export function deserializeInput(input: SuperJSONResult): unknown {
  try {
    if (input.meta !== undefined) metaSchema.parse(input.meta);
    return superjson.deserialize(input);
  } catch {
    throw new TRPCError({
      code: 'BAD_REQUEST',
      message: 'the input is nested too deeply, or its "meta" holds more than undefined, Date and number',
    });
  }
}
