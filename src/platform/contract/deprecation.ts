import { z } from 'zod';
import type { Deprecation } from './contract';
import { innerSchemaOf } from './inner-schemas';

const registry = z.registry<Deprecation>();

/**
 * Marks an input field as deprecated; called with the field's schema inside its object. The response to a call that sends
 * the field has the headers `Deprecation` and `Sunset`, and the documents show the deprecation.
 */
export function deprecatedField<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  // A copy, because other fields may share the schema.
  const own = schema.clone();
  registry.add(own, deprecation);
  return own;
}

/** Returns the deprecation of a field's schema, or of the schema that it wraps. */
export function deprecationOf(schema: z.core.$ZodType): Deprecation | undefined {
  const own = registry.get(schema);
  if (own) return own;
  const inner = innerSchemaOf(schema);
  return inner && deprecationOf(inner);
}

/** Returns the response headers for some deprecations, with the earliest dates (RFC 9745, RFC 8594). */
export function deprecationHeaders(deprecations: readonly Deprecation[]): Record<string, string> {
  const since = earliest(deprecations.map((deprecation) => deprecation.since));
  const sunset = earliest(deprecations.map((deprecation) => deprecation.sunset));
  if (!since || !sunset) return {};
  return { deprecation: `@${since.getTime() / 1000}`, sunset: sunset.toUTCString() };
}

/** @param days each `YYYY-MM-DD` */
function earliest(days: readonly string[]): Date | undefined {
  const [first] = [...days].sort();
  return first === undefined ? undefined : new Date(`${first}T00:00:00Z`);
}
