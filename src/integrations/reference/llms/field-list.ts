import { type JsonSchema, isSchema } from '../openapi/json-schema';

/** Lists the fields of an object schema, or of a list's elements, as a nested Markdown list. */
export function listFields(schema: JsonSchema, indent = ''): string[] {
  const object = schema.type === 'array' && isSchema(schema.items) ? schema.items : schema;
  const lines = Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === 'boolean') return [];
    const optional = object.required?.includes(name) ? '' : ', optional';
    const suffix = field.description === undefined ? '' : `: ${field.description}`;
    return [
      `${indent}- \`${name}\` (${describeType(field)}${optional})${suffix}`,
      ...listFields(field, `${indent}  `),
    ];
  });
  const variants = (object.oneOf ?? object.anyOf ?? []).filter(({ properties }) => properties);
  const alternatives = variants.flatMap((variant, index) => [
    `${indent}- ${index === 0 ? 'either' : 'or'}`,
    ...listFields(variant, `${indent}  `),
  ]);
  return [...lines, ...alternatives];
}

/** Describes the type of a value, with its bounds and format. */
export function describeType(schema: JsonSchema): string {
  const { enum: values, const: constant, format, oneOf, anyOf } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return [...new Set(alternatives.map(describeType))].join(' or ');
  if (schema.type === 'array') {
    return `list${describeBounds(schema.minItems, schema.maxItems, 'elements')}${isSchema(schema.items) ? ` of ${describeType(schema.items)}` : ''}`;
  }
  const name = [schema.type ?? 'any JSON'].flat().join(' or ');
  if (format === 'date-time') return `${name}, ISO 8601 ending in Z`;
  if (format !== undefined) return `${name}, ${format}`;
  if (schema.minLength !== undefined || schema.maxLength !== undefined)
    return `${name}${describeBounds(schema.minLength, schema.maxLength, 'characters')}`;
  return `${name}${describeBounds(schema.minimum, schema.maximum, '')}`;
}

function describeBounds(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return '';
  const range =
    max === undefined ? `at least ${min ?? 0}` : min === undefined ? `at most ${max}` : `${min} to ${max}`;
  return `, ${range}${unit && ` ${unit}`}`;
}
