import { z } from 'zod';
import { toJsonSchema } from '../../../src/integrations/reference/openapi/json-schema';
import type { ContractedProcedure } from '../../../src/platform/trpc/contract/procedures';

type JsonSchema = ReturnType<typeof toJsonSchema>;

const record = z.record(z.string(), z.unknown());

/** Inputs that differ from a good one in one place, which the schema of the documents forbids. */
export function wrongInputsOf({ contract }: ContractedProcedure, good: unknown): unknown[] {
  if (!contract.input) return [];
  const { properties = {}, required = [] } = toJsonSchema(contract.input, 'input');
  const fields = record.parse(good);
  const missing = required.map((name) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)),
  );
  const wrong = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean' ? [] : wrongValues(schema).map((value) => ({ ...fields, [name]: value })),
  );
  return ['no object', ...missing, ...wrong];
}

/** Values of another type than a schema's, and just outside its bounds. */
function wrongValues(schema: JsonSchema): unknown[] {
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
