import { z } from 'zod';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { isMissing, withoutPrefix } from '../../../shared/problems';
import { type Problem, RefusedException, throwIfAnyProblem } from '../operation-outcome';
import { type ReferenceTarget, normalizeUrl } from './reference-index';
import { RESOURCE_TYPES } from './resource-types';
import {
  type Condition,
  type Encounter,
  type Entry,
  type Patient,
  conditionSchema,
  encounterSchema,
  entrySchema,
  patientSchema,
} from './resources.schema';
import { findModifiers, findUnknownStatuses } from './unsupported-elements';

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
  return { type: data.type, entries: refuseDuplicateUrls(await mapInTurns(entries, parseEntry)) };
}

function parseEntry(json: unknown, index: number): ParsedEntry {
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
  return parseResource(data, type, index);
}

function parseResource(
  { fullUrl, resource, request }: Entry,
  type: 'Encounter' | 'Condition' | 'Patient',
  index: number,
): ParsedEntry {
  const { method, ifNoneExist } = request;
  const common = { index, fullUrl, type, id: resource?.id, method, ifNoneExist };
  const path = `${formatEntryPath(index)}.resource`;
  const modifiers = findModifiers(resource ?? {}, path);
  const refuse = (problems: Problem[]): ParsedEntry => ({
    kind: 'refused',
    index,
    target: { ...common, identifiers: [] },
    problems: [...modifiers, ...problems],
  });
  switch (type) {
    case 'Encounter': {
      const { success, data, error } = encounterSchema.safeParse(resource);
      if (!success) return refuse(toProblems(error, path));
      if (modifiers.length > 0) return refuse([]);
      return { kind: type, entry: { ...common, resource: data, identifiers: data.identifier ?? [] } };
    }
    case 'Condition': {
      const { success, data, error } = conditionSchema.safeParse(resource);
      if (!success) return refuse(toProblems(error, path));
      const unknownStatuses = findUnknownStatuses(data, path);
      if (modifiers.length + unknownStatuses.length > 0) return refuse(unknownStatuses);
      return { kind: type, entry: { ...common, resource: data, identifiers: data.identifier ?? [] } };
    }
    case 'Patient': {
      const { success, data, error } = patientSchema.safeParse(resource);
      if (!success) return refuse(toProblems(error, path));
      if (modifiers.length > 0) return refuse([]);
      return { kind: type, entry: { ...common, resource: data, identifiers: data.identifier ?? [] } };
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

/** Refuses entries that repeat a `fullUrl`: references to it would be ambiguous. */
function refuseDuplicateUrls(entries: readonly ParsedEntry[]): ParsedEntry[] {
  const seen = new Set<string>();
  return entries.map((parsed) => {
    if (!('entry' in parsed) || parsed.entry.fullUrl === undefined) return parsed;
    const { index, fullUrl } = parsed.entry;
    const key = normalizeUrl(fullUrl);
    if (!seen.has(key)) {
      seen.add(key);
      return parsed;
    }
    const text = 'another entry of the Bundle has the same fullUrl';
    const expression = `${formatEntryPath(index)}.fullUrl`;
    const problem: Problem = { status: 400, code: 'duplicate', text, expression };
    return { kind: 'refused', index, target: parsed.entry, problems: [problem] };
  });
}

function toProblems({ issues }: z.core.$ZodError, path: string): Problem[] {
  return issues.map((issue) => {
    const missing = isMissing(issue);
    return {
      status: 400,
      code: missing ? 'required' : 'structure',
      text: missing ? 'required' : withoutPrefix(issue),
      expression: issue.path.reduce<string>(appendToPath, path),
    };
  });
}

function appendToPath(path: string, key: PropertyKey): string {
  return typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`;
}
