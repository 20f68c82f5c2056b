import { TRPCError } from '@trpc/server';
import superjson, { type SuperJSONResult } from 'superjson';
import { z } from 'zod';

/** The annotations that tRPC clients send for plain input. Others make superjson build objects, some in quadratic time. */
const LEAVES = z.enum(['undefined', 'Date', 'number']);

/** Of a client's call with a thousand records that leave ten fields out. More take too long. */
const MAX_ANNOTATIONS = 10_000;
const MAX_PATH_CHARACTERS = 200;

type Annotations = readonly [string] | Readonly<Record<string, unknown>>;

const annotationsSchema: z.ZodType<Annotations> = z.union([
  z.tuple([LEAVES]),
  z.record(z.string().max(MAX_PATH_CHARACTERS), z.tuple([LEAVES])),
]);

const metaSchema = z.strictObject({ values: annotationsSchema.optional(), v: z.number().optional() });

/**
 * Deserializes an input of superjson.
 * @throws TRPCError BAD_REQUEST if it has other annotations than LEAVES, or they do not match the input
 */
export function deserializeInput(input: SuperJSONResult): unknown {
  try {
    // superjson copies its input, which takes longer than parsing it.
    if (input.meta === undefined) return input.json;
    assertFew(input.meta.values);
    metaSchema.parse(input.meta);
    return superjson.deserialize(input);
  } catch {
    throw new TRPCError({
      code: 'BAD_REQUEST',
      message: 'the input is nested too deeply, or its "meta" holds more than undefined, Date and number',
    });
  }
}

/** Counts annotations before each one is checked. @throws RangeError */
function assertFew(annotations: unknown): void {
  if (typeof annotations !== 'object' || annotations === null) return;
  if (Object.keys(annotations).length > MAX_ANNOTATIONS) throw new RangeError('too many annotations');
}
