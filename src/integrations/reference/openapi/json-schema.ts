import { z } from 'zod';
import { schemaOfItem } from '../../../shared/checked-item';
import type { Deprecation } from '../../../platform/contract/contract';
import { deprecationOf } from '../../../platform/contract/deprecation';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Direction = 'input' | 'output';

/**
 * Converts a zod schema to JSON Schema 2020-12, as the caller sees the input or output.
 * @throws Error if the values cannot be JSON, such as a `Date` in an output
 */
export function toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: ({ zodSchema }) => {
      const itemSchema = schemaOfItem(zodSchema);
      return itemSchema ? toJsonSchema(itemSchema, io) : 'throw';
    },
    override: ({ zodSchema, jsonSchema }) => {
      simplify(jsonSchema);
      markDeprecated(jsonSchema, deprecationOf(zodSchema));
    },
  });
  delete json.$schema;
  return json;
}

/** Removes redundant constraints, and `additionalProperties: false` so that responses can gain fields. */
function simplify(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The format covers the rest; zod's pattern lists all leap years.
  if (schema.format === 'date-time') schema.pattern = 'Z$';
  if (schema.format === 'date') delete schema.pattern;
}

function markDeprecated(schema: JsonSchema, deprecation: Deprecation | undefined): void {
  // A wrapper such as `optional` may have marked the schema already.
  if (!deprecation || schema.deprecated === true) return;
  schema.deprecated = true;
  const { description } = schema;
  schema.description = `${description === undefined ? '' : `${description} `}${describeDeprecation(deprecation)}`;
}

/** Writes the deprecation notice of a procedure or field. */
export function describeDeprecation({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}; it may be gone from ${sunset} on. ${instead}`;
}

/** Returns a schema with `change` applied to its direct subschemas; `property` is undefined except for properties. */
export function mapSubschemas(
  schema: JsonSchema,
  change: (inner: JsonSchema, property: string | undefined) => JsonSchema,
): JsonSchema {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  const changeAll = (schemas: JsonSchema[]) => schemas.map((inner) => change(inner, undefined));
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
    ...(anyOf && { anyOf: changeAll(anyOf) }),
    ...(oneOf && { oneOf: changeAll(oneOf) }),
    ...(allOf && { allOf: changeAll(allOf) }),
  };
}

/** Wraps a schema in objects with one required property each, the outermost first. */
export function wrapSchema(schema: JsonSchema, ...properties: readonly string[]): JsonSchema {
  return properties.reduceRight<JsonSchema>(
    (inner, name) => ({ type: 'object', required: [name], properties: { [name]: inner } }),
    schema,
  );
}

/** Returns true for an object schema; JSON Schema also allows booleans and lists. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
