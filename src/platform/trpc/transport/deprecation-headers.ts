import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Deprecation, ProcedureContract } from '../../contract/contract';
import { deprecationHeaders, deprecationOf } from '../../contract/deprecation';
import { innerSchemasOf } from '../../contract/inner-schemas';
import { ProcedureRunner } from './procedure-runner';
import type { RequestInput } from './request-input';
import type { Target } from './target';

type Schema = z.core.$ZodType;

/** Adds the headers `Deprecation` and `Sunset` to responses of calls that use a deprecated procedure or field. */
@Injectable()
export class DeprecationHeaders {
  private readonly deprecated: ReadonlyMap<string, ProcedureContract>;

  constructor({ contracts }: ProcedureRunner) {
    this.deprecated = new Map(
      [...contracts].filter(
        ([, { deprecated, input }]) => deprecated !== undefined || (input && hasDeprecated(input, new Set())),
      ),
    );
  }

  /** Returns whether calls of a procedure can get the headers. */
  canApplyTo(path: string): boolean {
    return this.deprecated.has(path);
  }

  /** Adds the headers. A batch gets one of each. */
  add(response: ServerResponse, { procedureNames }: Target, input: RequestInput): void {
    if (this.deprecated.size === 0) return;
    const deprecations = procedureNames.flatMap((path, index) => {
      const procedure = this.deprecated.get(path);
      return procedure ? [...findInCall(procedure, () => input.read(index))] : [];
    });
    for (const [name, value] of Object.entries(deprecationHeaders(deprecations))) {
      response.setHeader(name, value);
    }
  }
}

function* findInCall(
  { deprecated, input }: ProcedureContract,
  readInput: () => unknown,
): Generator<Deprecation> {
  if (deprecated) yield deprecated;
  if (!input) return;
  let value: unknown;
  try {
    value = readInput();
  } catch {
    // The call itself reports the error.
    return;
  }
  yield* findInValue(input, value);
}

/** @param seen schemas already visited: a schema can contain itself */
function hasDeprecated(schema: Schema, seen: Set<Schema>): boolean {
  if (deprecationOf(schema)) return true;
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { same = [], alternatives = [], fields = {}, elements } = innerSchemasOf(schema);
  return [...same, ...alternatives, ...Object.values(fields), ...(elements ? [elements] : [])].some((inner) =>
    hasDeprecated(inner, seen),
  );
}

/** Yields the deprecations of a value and of everything in it. */
function* findInValue(schema: Schema, value: unknown): Generator<Deprecation> {
  if (value === undefined) return;
  const deprecation = deprecationOf(schema);
  if (deprecation) yield deprecation;
  const { same = [], alternatives = [], fields = {}, elements } = innerSchemasOf(schema);
  const accepting = alternatives.filter((alternative) => z.safeParse(alternative, value).success);
  for (const inner of [...same, ...accepting]) yield* findInValue(inner, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(value, name)) yield* findInValue(field, Reflect.get(value, name));
  }
  if (elements) for (const element of Object.values(value)) yield* findInValue(elements, element);
}
