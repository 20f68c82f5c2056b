import { z } from 'zod';
import type { ContractedProcedure } from '../../platform/contract/procedures';

/** Path of a value inside another: keys and indices. */
export type ValuePath = readonly (string | number)[];

/** An input value that comes from the output of another procedure. */
export interface ExampleLink {
  /** Path in the input. */
  readonly target: ValuePath;
  readonly source: { readonly procedure: string; readonly path: ValuePath };
}

const uuid = z.uuid();

/**
 * Finds the values of an example input that earlier procedures of the router return.
 * Two examples are linked if the input of one contains a UUID of the other's output.
 */
export function findExampleLinks(
  { contract }: ContractedProcedure,
  earlier: readonly ContractedProcedure[],
): ExampleLink[] {
  return listLeaves(contract.example.input).flatMap(({ value, path: target }) => {
    if (!uuid.safeParse(value).success) return [];
    for (const { path: procedure, contract: earlierContract } of earlier) {
      const match = listLeaves(earlierContract.example.output).find((leaf) => leaf.value === value);
      if (match) return [{ target, source: { procedure, path: match.path } }];
    }
    return [];
  });
}

/** Returns a copy of a value with other values at the given paths. */
export function replaceValues(
  value: unknown,
  replacements: readonly { readonly target: ValuePath; readonly value: unknown }[],
  path: ValuePath = [],
): unknown {
  const replaced = replacements.find(({ target }) => target.join('.') === path.join('.'));
  if (replaced) return replaced.value;
  if (Array.isArray(value)) {
    return value.map((inner, index) => replaceValues(inner, replacements, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceValues(inner, replacements, [...path, key])]),
  );
}

interface Leaf {
  readonly path: ValuePath;
  readonly value: unknown;
}

function listLeaves(value: unknown, path: ValuePath = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => listLeaves(inner, [...path, index]));
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, [...path, key]));
}
