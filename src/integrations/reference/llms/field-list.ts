import { type JsonSchema, isSchema } from '../openapi/json-schema';

/** The fields of an object as nested lines of Markdown; of anything else, one line. */
export function listFields(schema: JsonSchema, indent = ''): string[] {
  const object = schema.type === 'array' && isSchema(schema.items) ? schema.items : schema;
  const lines = Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === 'boolean') return [];
    const optional = object.required?.includes(name) ? '' : ', optional';
    const about = field.description === undefined ? '' : `: ${field.description}`;
    return [
      `${indent}- \`${name}\` (${describeType(field)}${optional})${about}`,
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

/** What a value is, in words. */
export function describeType(schema: JsonSchema): string {
  const { enum: values, const: only, format, oneOf, anyOf } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return [...new Set(alternatives.map(describeType))].join(' or ');
  if (schema.type === 'array') {
    return `list${bounds(schema.minItems, schema.maxItems, 'elements')}${isSchema(schema.items) ? ` of ${describeType(schema.items)}` : ''}`;
  }
  const name = [schema.type ?? 'any JSON'].flat().join(' or ');
  if (format === 'date-time') return `${name}, ISO 8601 ending in Z`;
  if (format !== undefined) return `${name}, ${format}`;
  if (schema.minLength !== undefined || schema.maxLength !== undefined)
    return `${name}${bounds(schema.minLength, schema.maxLength, 'characters')}`;
  return `${name}${bounds(schema.minimum, schema.maximum, '')}`;
}

function bounds(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  const range =
    most === undefined
      ? `at least ${least ?? 0}`
      : least === undefined
        ? `at most ${most}`
        : `${least} to ${most}`;
  return `, ${range}${unit && ` ${unit}`}`;
}
