import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json';
import { z } from 'zod';

/** Creates a validator from a file in `schemas/`. */
export function createValidator(file: string): ValidateFunction {
  const schema: unknown = JSON.parse(readFileSync(join(__dirname, 'schemas', file), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addMetaSchema(draft06);
  return ajv.compile(z.looseObject({}).parse(schema));
}

/** Returns a value's schema violations, after serialisation as JSON, which drops undefined properties. */
export function findProblems(validate: ValidateFunction, value: unknown): string[] {
  if (validate(JSON.parse(JSON.stringify(value)))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
}
