import { z } from 'zod';
import type { Deprecation } from './contract';

const deprecations = z.registry<Deprecation>();

/**
 * Marks a field of an input that callers should leave off: its schema, in the object that has it. An answer to a call
 * that sends the field says so by the headers `Deprecation` and `Sunset`, and the documents show it.
 */
export function deprecatedField<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  // A schema of its own: other fields may have the same one and are here to stay.
  const own = schema.clone();
  deprecations.add(own, deprecation);
  return own;
}

/** What `deprecatedField` said of a field's schema, or of the one that it makes optional, nullable and so on. */
export function deprecationOf(schema: z.core.$ZodType): Deprecation | undefined {
  const own = deprecations.get(schema);
  if (own) return own;
  const inner = wrappedBy(schema);
  return inner && deprecationOf(inner);
}

/** The schema that another one lets something more pass than, or does something after. */
export function wrappedBy(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return def.in;
  if (def.type === 'lazy') return def.getter();
  return 'innerType' in def ? def.innerType : undefined;
}

/** The headers of an answer that concerns some deprecations: the earliest dates (RFC 9745, RFC 8594). */
export function deprecationHeaders(concerned: readonly Deprecation[]): Record<string, string> {
  const since = earliest(concerned.map((deprecation) => deprecation.since));
  const sunset = earliest(concerned.map((deprecation) => deprecation.sunset));
  if (!since || !sunset) return {};
  return { deprecation: `@${since.getTime() / 1000}`, sunset: sunset.toUTCString() };
}

/** @param days `YYYY-MM-DD` */
function earliest(days: readonly string[]): Date | undefined {
  const [first] = [...days].sort();
  return first === undefined ? undefined : new Date(`${first}T00:00:00Z`);
}
