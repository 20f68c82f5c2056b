import { TRPCError } from '@trpc/server';
import superjson, { type SuperJSONResult } from 'superjson';
import { z } from 'zod';

/** Annotations that genuine clients send of plain input. All others make superjson build things, some in quadratic time. */
const LEAVES = z.enum(['undefined', 'Date', 'number']);

type Annotations = readonly [string] | Readonly<Record<string, unknown>>;

const annotationsSchema: z.ZodType<Annotations> = z.union([
  z.tuple([LEAVES]),
  z.record(z.string(), z.tuple([LEAVES])),
]);

const metaSchema = z.strictObject({ values: annotationsSchema.optional(), v: z.number().optional() });

/**
 * Reads an input that superjson wrote.
 * @throws TRPCError BAD_REQUEST where it is annotated with more than plain input needs, or its annotations do not fit
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
