import { z } from 'zod';
import { toJsonSchema } from '../../../src/integrations/reference/openapi/json-schema';
import type { ContractedProcedure } from '../../../src/platform/contract/procedures';

type JsonSchema = ReturnType<typeof toJsonSchema>;

const record = z.record(z.string(), z.unknown());

/** Builds inputs that each violate the documented schema in one field. */
export function buildInvalidInputs({ contract }: ContractedProcedure, validInput: unknown): unknown[] {
  if (!contract.input) return [];
  const { properties = {}, required = [] } = toJsonSchema(contract.input, 'input');
  const fields = record.parse(validInput);
  const withoutField = required.map((name) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)),
  );
  const withInvalidField = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean'
      ? []
      : buildInvalidValues(schema).map((value) => ({ ...fields, [name]: value })),
  );
  return ['no object', ...withoutField, ...withInvalidField];
}

/** Builds values of another type, and values just outside the bounds of a schema. */
function buildInvalidValues(schema: JsonSchema): unknown[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  return [
    { no: 'such thing' },
    ...(minLength === undefined ? [] : ['x'.repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minItems === undefined ? [] : [Array.from({ length: minItems - 1 })]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => ({}))]),
    ...(pattern === undefined ? [] : ['no such pattern?']),
    ...(schema.type === 'integer' ? [(minimum ?? 0) + 0.5] : []),
  ];
}
