import { z } from 'zod';
import { MAX_ISSUES, type Problem } from '../operation-outcome';
import { createSizeProblem } from './resource-size';
import {
  type Condition,
  type Encounter,
  type ListRule,
  type Patient,
  LISTS,
  conditionSchema,
  encounterSchema,
  patientSchema,
} from './resources.schema';
import { toProblems } from './schema-problems';
import { findModifiers, findUnknownStatuses } from './unsupported-elements';

type Json = Readonly<Record<string, unknown>>;

/** Yields after each piece of work. */
type Steps<Result> = Generator<void, Result>;

/** A resource, or its problems. */
export type Parsed<Resource> = { readonly resource: Resource } | { readonly problems: Problem[] };

/** The resource types of which the platform reads elements. */
export interface ParsedResources {
  readonly Encounter: Encounter;
  readonly Condition: Condition;
  readonly Patient: Patient;
}

/** @param path the FHIRPath of the resource */
type Parser<Resource> = (json: Json, path: string) => Steps<Parsed<Resource>>;

/** Parsers of resources in which `findExcess` found nothing: an item of a list is a piece of work of its own. */
export const RESOURCE_PARSERS: { [Type in keyof ParsedResources]: Parser<ParsedResources[Type]> } = {
  *Encounter(json, path) {
    const modifiers = findModifiers(json, path);
    const identifier = yield* parseList(json.identifier, LISTS.identifier, `${path}.identifier`);
    const { data, error } = encounterSchema.safeParse(json);
    const diagnosis = yield* parseList(json.diagnosis, LISTS.diagnosis, `${path}.diagnosis`);
    const ownProblems = error ? toProblems(error, path) : [];
    const problems = [...modifiers, ...identifier.problems, ...ownProblems, ...diagnosis.problems];
    if (!data || problems.length > 0) return { problems };
    return { resource: { ...data, identifier: identifier.items, diagnosis: diagnosis.items } };
  },
  *Condition(json, path) {
    const modifiers = findModifiers(json, path);
    const identifier = yield* parseList(json.identifier, LISTS.identifier, `${path}.identifier`);
    const { data, error } = conditionSchema.safeParse(json);
    const category = yield* parseList(json.category, LISTS.category, `${path}.category`);
    const ownProblems = error ? toProblems(error, path) : findUnknownStatuses(data, path);
    const problems = [...modifiers, ...identifier.problems, ...ownProblems, ...category.problems];
    if (!data || problems.length > 0) return { problems };
    return { resource: { ...data, identifier: identifier.items, category: category.items } };
  },
  *Patient(json, path) {
    const modifiers = findModifiers(json, path);
    const { data, error } = patientSchema.safeParse(json);
    // Without an invalid one, the patient could have another number than before.
    const identifier = yield* parseList(json.identifier, LISTS.patientIdentifier, `${path}.identifier`);
    const problems = [...modifiers, ...identifier.problems, ...(error ? toProblems(error, path) : [])];
    if (!data || problems.length > 0) return { problems };
    return { resource: { ...data, identifier: identifier.items } };
  },
};

interface ParsedList<Item> {
  /** The valid items; undefined without a list. */
  readonly items: Item[] | undefined;
  /** No more than a response can have; the rest of the list is then not parsed. */
  readonly problems: Problem[];
}

const ANY_LIST = z.array(z.unknown()).optional();

function* parseList<Item>(
  json: unknown,
  { item, max, content }: ListRule<Item>,
  path: string,
): Steps<ParsedList<Item>> {
  const { data: list, error } = ANY_LIST.safeParse(json);
  if (error) return { items: undefined, problems: toProblems(error, path) };
  if (!list) return { items: undefined, problems: [] };
  if (list.length > max) {
    return { items: [], problems: [createSizeProblem(`expected at most ${max} ${content}`, path)] };
  }
  const items: Item[] = [];
  const problems: Problem[] = [];
  for (const [index, part] of list.entries()) {
    yield;
    const itemPath = `${path}[${index}]`;
    const { success, data, error: itemError } = item.safeParse(part);
    if (success) items.push(data);
    problems.push(
      ...findModifiersOfPart(part, itemPath),
      ...(itemError ? toProblems(itemError, itemPath) : []),
    );
    if (problems.length >= MAX_ISSUES) break;
  }
  return { items, problems: problems.slice(0, MAX_ISSUES) };
}

function findModifiersOfPart(part: unknown, path: string): Problem[] {
  return typeof part === 'object' && part !== null ? findModifiers(part as Json, path) : [];
}
