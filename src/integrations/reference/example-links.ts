import { z } from 'zod';
import type { ContractedProcedure } from '../../platform/trpc/contract/procedures';

/** Where a value stands inside another: keys and indices. */
export type ValuePath = readonly (string | number)[];

/** A value that a call needs and that the answer of another one gives. */
export interface ExampleLink {
  /** Where it stands in the input. */
  readonly target: ValuePath;
  readonly source: { readonly procedure: string; readonly path: ValuePath };
}

const uuid = z.uuid();

/**
 * What the example of a procedure takes from an earlier procedure of its router. The examples say so: an identifier in an
 * input is the one that stands in the answer that gives it.
 */
export function findExampleLinks(
  { contract }: ContractedProcedure,
  earlier: readonly ContractedProcedure[],
): ExampleLink[] {
  return listLeaves(contract.example.input).flatMap(({ value, path: target }) => {
    if (!uuid.safeParse(value).success) return [];
    for (const { path: procedure, contract: giver } of earlier) {
      const given = listLeaves(giver.example.output).find((leaf) => leaf.value === value);
      if (given) return [{ target, source: { procedure, path: given.path } }];
    }
    return [];
  });
}

/** A value with another one in some places. */
export function replaceValues(
  value: unknown,
  replacements: readonly { readonly target: ValuePath; readonly value: unknown }[],
  at: ValuePath = [],
): unknown {
  const replaced = replacements.find(({ target }) => target.join('.') === at.join('.'));
  if (replaced) return replaced.value;
  if (Array.isArray(value)) {
    return value.map((inner, index) => replaceValues(inner, replacements, [...at, index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceValues(inner, replacements, [...at, key])]),
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
