import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { schemaOfLine } from '../../../shared/line';
import type { Deprecation, ProcedureContract } from '../../contract/contract';
import { deprecationHeaders, deprecationOf, wrappedBy } from '../../contract/deprecation';
import type { RequestInput } from './envelope';
import type { Target } from './target';

type Schema = z.core.$ZodType;

/** Tells callers by headers that they use what goes away: a procedure, or fields that they send. */
export class DeprecationNotices {
  private readonly concerned: ReadonlyMap<string, ProcedureContract>;

  constructor(procedures: ReadonlyMap<string, ProcedureContract>) {
    this.concerned = new Map(
      [...procedures].filter(
        ([, { deprecated, input }]) => deprecated !== undefined || (input && hasDeprecated(input, new Set())),
      ),
    );
  }

  /** Adds the headers to an answer that has not begun; a batch has one of each. */
  announce(response: ServerResponse, { paths }: Target, input: RequestInput): void {
    if (this.concerned.size === 0) return;
    const deprecations = paths.flatMap((path, index) => {
      const procedure = this.concerned.get(path);
      return procedure ? [...deprecationsOfCall(procedure, () => input.of(index))] : [];
    });
    for (const [name, value] of Object.entries(deprecationHeaders(deprecations))) {
      response.setHeader(name, value);
    }
  }
}

function* deprecationsOfCall(
  { deprecated, input }: ProcedureContract,
  read: () => unknown,
): Generator<Deprecation> {
  if (deprecated) yield deprecated;
  if (!input) return;
  let value: unknown;
  try {
    value = read();
  } catch {
    // The call itself says what is wrong with its input.
    return;
  }
  yield* deprecationsSent(input, value);
}

/** Where the schemas inside one apply. */
interface Parts {
  /** To the same value. */
  readonly same?: readonly Schema[];
  /** To the same value, those that accept it. */
  readonly either?: readonly Schema[];
  /** To the value's fields, by their names. */
  readonly fields?: Readonly<Record<string, Schema>>;
  /** To every element or value. */
  readonly each?: Schema;
}

function partsOf(schema: Schema): Parts {
  const line = schemaOfLine(schema);
  if (line) return { same: [line] };
  const wrapped = wrappedBy(schema);
  if (wrapped) return { same: [wrapped] };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return { fields: def.shape };
  if (def.type === 'array') return { each: def.element };
  if (def.type === 'tuple') return { fields: Object.fromEntries(def.items.entries()) };
  if (def.type === 'record') return { each: def.valueType };
  if (def.type === 'intersection') return { same: [def.left, def.right] };
  if (def.type === 'union') return { either: def.options };
  return {};
}

/** @param seen schemas may hold themselves */
function hasDeprecated(schema: Schema, seen: Set<Schema>): boolean {
  if (deprecationOf(schema)) return true;
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { same = [], either = [], fields = {}, each } = partsOf(schema);
  return [...same, ...either, ...Object.values(fields), ...(each ? [each] : [])].some((part) =>
    hasDeprecated(part, seen),
  );
}

/** What is deprecated of a value that was sent, and of all that is in it. */
function* deprecationsSent(schema: Schema, value: unknown): Generator<Deprecation> {
  if (value === undefined) return;
  const deprecation = deprecationOf(schema);
  if (deprecation) yield deprecation;
  const { same = [], either = [], fields = {}, each } = partsOf(schema);
  const fitting = either.filter((option) => z.safeParse(option, value).success);
  for (const part of [...same, ...fitting]) yield* deprecationsSent(part, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(fields)) {
    if (Object.hasOwn(value, name)) yield* deprecationsSent(part, Reflect.get(value, name));
  }
  if (each) for (const element of Object.values(value)) yield* deprecationsSent(each, element);
}
