import { z } from 'zod';
import { runInTurns } from '../../../platform/limits/current-turns';
import { type Problem, RefusedException, throwIfAnyProblem } from '../operation-outcome';
import { type ReferenceTarget, normalizeUrl } from './reference-index';
import { type ParsedResources, RESOURCE_PARSERS } from './parse-resource';
import { findExcess } from './resource-size';
import { RESOURCE_TYPES } from './resource-types';
import { type Condition, type Encounter, type Entry, type Patient, entrySchema } from './resources.schema';
import { toProblems } from './schema-problems';
import { findModifiers } from './unsupported-elements';

export const MAX_ENTRIES = 5_000;

export interface ParsedBundle {
  readonly type: 'transaction' | 'batch';
  readonly entries: readonly ParsedEntry[];
}

/** A valid resource of a type that the platform reads. */
export interface ResourceEntry<Resource> extends ReferenceTarget {
  readonly index: number;
  readonly resource: Resource;
  /** `POST`, or `PUT` of a Patient. */
  readonly method: string;
  readonly ifNoneExist: string | undefined;
}

export type ParsedEntry =
  | { readonly kind: 'Encounter'; readonly entry: ResourceEntry<Encounter> }
  | { readonly kind: 'Condition'; readonly entry: ResourceEntry<Condition> }
  | { readonly kind: 'Patient'; readonly entry: ResourceEntry<Patient> }
  /** A resource type that the platform ignores. */
  | { readonly kind: 'other'; readonly index: number; readonly type: string }
  | {
      readonly kind: 'refused';
      readonly index: number;
      /** Other entries may still refer to a refused resource. */
      readonly target?: ReferenceTarget;
      readonly problems: Problem[];
    };

const bundleSchema = z.object({
  resourceType: z.literal('Bundle', { error: 'expected a Bundle' }),
  type: z.enum(['transaction', 'batch'], { error: 'expected a Bundle of type transaction or batch' }),
  implicitRules: z.unknown().optional(),
  entry: z.array(z.unknown()).optional(),
});

/** Returns the FHIRPath of an entry. */
export function formatEntryPath(index: number): string {
  return `Bundle.entry[${index}]`;
}

/**
 * Parses a Bundle, and each of its entries separately.
 * @throws RefusedException if it is not a transaction or batch Bundle, or has too many entries
 */
export async function parseBundle(json: unknown): Promise<ParsedBundle> {
  const { success, data, error } = bundleSchema.safeParse(json);
  if (!success) {
    const [first, ...others] = toProblems(error, 'Bundle');
    throw new RefusedException([
      first ?? { status: 400, code: 'structure', text: 'expected a Bundle' },
      ...others,
    ]);
  }
  throwIfAnyProblem(findModifiers({ implicitRules: data.implicitRules }, 'Bundle'));
  const entries = data.entry ?? [];
  if (entries.length > MAX_ENTRIES) {
    const text = `expected at most ${MAX_ENTRIES} entries: send several Bundles`;
    throw new RefusedException([{ status: 413, code: 'too-costly', text, expression: 'Bundle.entry' }]);
  }
  return { type: data.type, entries: await runInTurns(parseEntries(entries)) };
}

/** Yields after each piece of work, of which an entry may have many. */
function* parseEntries(entries: readonly unknown[]): Generator<void, ParsedEntry[]> {
  const urls = new Set<string>();
  const results: ParsedEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = yield* parseEntry(entry, index);
    results.push(refuseRepeatedUrl(parsed, urls));
    yield;
  }
  return results;
}

/** Refuses an entry with the `fullUrl` of an earlier one: references to it would be ambiguous. */
function refuseRepeatedUrl(parsed: ParsedEntry, urls: Set<string>): ParsedEntry {
  if (!('entry' in parsed) || parsed.entry.fullUrl === undefined) return parsed;
  const { index, fullUrl } = parsed.entry;
  const key = normalizeUrl(fullUrl);
  if (!urls.has(key)) {
    urls.add(key);
    return parsed;
  }
  const text = 'another entry of the Bundle has the same fullUrl';
  const expression = `${formatEntryPath(index)}.fullUrl`;
  const problem: Problem = { status: 400, code: 'duplicate', text, expression };
  return { kind: 'refused', index, target: parsed.entry, problems: [problem] };
}

function* parseEntry(json: unknown, index: number): Generator<void, ParsedEntry> {
  const path = formatEntryPath(index);
  const refuse = (...problems: Problem[]): ParsedEntry => ({ kind: 'refused', index, problems });
  const { success, data, error } = entrySchema.safeParse(json);
  if (!success) return refuse(...toProblems(error, path));
  const { resource, request, modifierExtension } = data;
  const modifiers = findModifiers({ modifierExtension }, path);
  if (modifiers.length > 0) return refuse(...modifiers);
  if (resource && !RESOURCE_TYPES.has(resource.resourceType)) {
    const text = 'expected a resource type of FHIR R4, in its spelling';
    return refuse({ status: 400, code: 'not-supported', text, expression: `${path}.resource.resourceType` });
  }
  if (!isMethodSupported(data)) {
    const text = 'only POST is supported: what is recorded is never changed, and is read by its own address';
    return refuse({ status: 400, code: 'not-supported', text, expression: `${path}.request.method` });
  }
  if (!resource) {
    return refuse({ status: 400, code: 'required', text: 'required', expression: `${path}.resource` });
  }
  const type = resource.resourceType;
  if (!isParsed(type)) return { kind: 'other', index, type };
  if (type !== 'Patient' && parseResourceType(request.url) !== type) {
    const text = `expected ${type}, the type of the resource`;
    return refuse({ status: 400, code: 'value', text, expression: `${path}.request.url` });
  }
  return yield* parseResource(data, type, index);
}

function* parseResource(
  { fullUrl, resource = { resourceType: '' }, request }: Entry,
  type: keyof ParsedResources,
  index: number,
): Generator<void, ParsedEntry> {
  const { method, ifNoneExist } = request;
  const id = typeof resource.id === 'string' ? resource.id : undefined;
  const common = { index, fullUrl, type, id, method, ifNoneExist };
  const path = `${formatEntryPath(index)}.resource`;
  const withIdentifiers = <Resource extends Encounter | Condition | Patient>(
    parsed: Resource,
  ): ResourceEntry<Resource> => ({ ...common, resource: parsed, identifiers: parsed.identifier ?? [] });
  const refuse = (problems: Problem[]): ParsedEntry => ({
    kind: 'refused',
    index,
    target: { ...common, identifiers: [] },
    problems,
  });
  const excess = findExcess(resource, path);
  if (excess) return refuse([excess]);
  yield;
  switch (type) {
    case 'Encounter': {
      const parsed = yield* RESOURCE_PARSERS.Encounter(resource, path);
      if ('problems' in parsed) return refuse(parsed.problems);
      return { kind: type, entry: withIdentifiers(parsed.resource) };
    }
    case 'Condition': {
      const parsed = yield* RESOURCE_PARSERS.Condition(resource, path);
      if ('problems' in parsed) return refuse(parsed.problems);
      return { kind: type, entry: withIdentifiers(parsed.resource) };
    }
    case 'Patient': {
      const parsed = yield* RESOURCE_PARSERS.Patient(resource, path);
      if ('problems' in parsed) return refuse(parsed.problems);
      return { kind: type, entry: withIdentifiers(parsed.resource) };
    }
  }
}

/** A PUT of a resource type that is not recorded has no effect, so it is accepted. */
function isMethodSupported({ resource, request: { method } }: Entry): boolean {
  return (
    method === 'POST' || (method === 'PUT' && resource !== undefined && !isRecorded(resource.resourceType))
  );
}

function isRecorded(type: string): boolean {
  return type === 'Encounter' || type === 'Condition';
}

function isParsed(type: string): type is 'Encounter' | 'Condition' | 'Patient' {
  return isRecorded(type) || type === 'Patient';
}

/** Returns the resource type of a relative or absolute request URL. */
function parseResourceType(url: string): string | undefined {
  return /(?:^|\/)([A-Za-z]+)\/?(?:\?|$)/.exec(url)?.[1];
}
