import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json';
import { z } from 'zod';

/** Reads one of the published schemas beside this file. */
export function validatorOf(file: string): ValidateFunction {
  const schema: unknown = JSON.parse(readFileSync(join(__dirname, 'schemas', file), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addMetaSchema(draft06);
  return ajv.compile(z.looseObject({}).parse(schema));
}

/** What is wrong with a value as it is sent: what is undefined is not there. */
export function problemsOf(isValid: ValidateFunction, value: unknown): string[] {
  if (isValid(JSON.parse(JSON.stringify(value)))) return [];
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
}
