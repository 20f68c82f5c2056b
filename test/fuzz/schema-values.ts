import * as fc from 'fast-check';
import { toJsonSchema } from '../../src/integrations/reference/openapi/json-schema';
import type { ProcedureContract } from '../../src/platform/contract/contract';
import { hostileText, hostileValue } from './hostile-values';

type Schema = ReturnType<typeof toJsonSchema>;
type SchemaOrBoolean = Schema | boolean;

/** Longer ones are drawn from `hostileText`. */
const MAX_TEXT = 60;
const MAX_ITEMS = 4;

const dateTime = fc
  .date({ min: new Date('1890-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Values of a procedure's input schema; most of them are valid, except where the schema has rules in code. */
export function valuesOfInput({ input }: ProcedureContract): fc.Arbitrary<unknown> {
  return input ? valuesOf(toJsonSchema(input, 'input')) : hostileValue;
}

function valuesOf(schema: SchemaOrBoolean | undefined): fc.Arbitrary<unknown> {
  if (schema === undefined || typeof schema === 'boolean') return hostileValue;
  if (schema.const !== undefined) return fc.constant<unknown>(schema.const);
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valuesOf));
  return valuesOfType(schema);
}

function valuesOfType(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum, maximum } = schema;
  switch (schema.type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return fc.array(valuesOf(Array.isArray(schema.items) ? undefined : schema.items), {
        minLength: Math.min(schema.minItems ?? 0, MAX_ITEMS),
        maxLength: MAX_ITEMS,
      });
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer({ min: minimum ?? -10, max: maximum ?? 10_000 });
    case 'number':
      return fc.double({ min: minimum ?? -10, max: maximum ?? 10_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return hostileValue;
  }
}

function objectsOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.oneof({ weight: 25, arbitrary: valuesOf(schema) }, { weight: 1, arbitrary: hostileValue }),
    ]),
  );
  const requiredKeys = required.filter((name) => name in properties);
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

function textsOf({ format, pattern, minLength = 0, maxLength = MAX_TEXT }: Schema): fc.Arbitrary<unknown> {
  const minimum = Math.min(minLength, MAX_TEXT);
  const plain = fc.string({
    minLength: minimum,
    maxLength: Math.max(minimum, Math.min(maxLength, MAX_TEXT)),
  });
  return fc.oneof(
    { weight: 6, arbitrary: format === 'date-time' ? dateTime : (matching(pattern) ?? plain) },
    { weight: 1, arbitrary: hostileText },
  );
}

/** @returns undefined if there is no pattern, or fast-check cannot generate it */
function matching(pattern: string | undefined): fc.Arbitrary<string> | undefined {
  if (pattern === undefined) return undefined;
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  } catch {
    return undefined;
  }
}
