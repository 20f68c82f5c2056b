import { z } from 'zod';
import { schemaOfLine } from '../../../shared/line';
import type { Deprecation } from '../../../platform/trpc/contract/contract';
import { deprecationOf } from '../../../platform/trpc/contract/deprecation';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Direction = 'input' | 'output';

/**
 * What callers send, or what they are answered, as JSON Schema 2020-12.
 * @throws Error for a schema whose values are no JSON, such as a `Date` in an answer
 */
export function toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: ({ zodSchema }) => {
      const line = schemaOfLine(zodSchema);
      return line ? toJsonSchema(line, io) : 'throw';
    },
    override: ({ zodSchema, jsonSchema }) => {
      simplify(jsonSchema);
      markDeprecated(jsonSchema, deprecationOf(zodSchema));
    },
  });
  delete json.$schema;
  return json;
}

/** Leaves out what says nothing, and what would keep us from adding a field to an answer. */
function simplify(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says the rest; zod's pattern spells out every leap year.
  if (schema.format === 'date-time') schema.pattern = 'Z$';
  if (schema.format === 'date') delete schema.pattern;
}

function markDeprecated(schema: JsonSchema, deprecation: Deprecation | undefined): void {
  // What wraps a field's schema, such as `optional`, says it too.
  if (!deprecation || schema.deprecated === true) return;
  schema.deprecated = true;
  const { description } = schema;
  schema.description = `${description === undefined ? '' : `${description} `}${describeDeprecation(deprecation)}`;
}

/** What documents say of something that callers should no longer use. */
export function describeDeprecation({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}; it may be gone from ${sunset} on. ${instead}`;
}

/** A schema with each schema directly inside it put through `change`, which is told the property that it is. */
export function mapSubschemas(
  schema: JsonSchema,
  change: (inner: JsonSchema, property: string | undefined) => JsonSchema,
): JsonSchema {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  const all = (schemas: JsonSchema[]) => schemas.map((one) => change(one, undefined));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? value : change(value, name),
        ]),
      ),
    }),
    ...(isSchema(items) && { items: change(items, undefined) }),
    ...(isSchema(additionalProperties) && { additionalProperties: change(additionalProperties, undefined) }),
    ...(anyOf && { anyOf: all(anyOf) }),
    ...(oneOf && { oneOf: all(oneOf) }),
    ...(allOf && { allOf: all(allOf) }),
  };
}

/** Whether a part of a schema is one: it may be `true`, `false` or a list too. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
