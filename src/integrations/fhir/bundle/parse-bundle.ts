import { z } from 'zod';
import { isMissing, withoutPrefix } from '../../../shared/problems';
import { type IssueCode, type Problem, RefusedException, throwIfAnyProblem } from '../operation-outcome';
import { modifiers, findUnknownStatuses } from './unsupported-elements';
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

/** Most entries of one Bundle. */
export const MAX_ENTRIES = 5_000;

export interface ParsedBundle {
  readonly type: 'transaction' | 'batch';
  readonly entries: readonly ParsedEntry[];
}

/** A resource that is read, and where it stands in the Bundle. */
export interface ResourceEntry<Resource> extends ReferenceTarget {
  readonly index: number;
  readonly resource: Resource;
  /** Of the request: `POST`, or `PUT` of what is not recorded. */
  readonly method: string;
  readonly ifNoneExist: string | undefined;
}

/** An entry: a resource that is read, one that is not, or what is wrong with it. */
export type ParsedEntry =
  | { readonly kind: 'Encounter'; readonly entry: ResourceEntry<Encounter> }
  | { readonly kind: 'Condition'; readonly entry: ResourceEntry<Condition> }
  | { readonly kind: 'Patient'; readonly entry: ResourceEntry<Patient> }
  | { readonly kind: 'other'; readonly index: number; readonly type: string }
  | {
      readonly kind: 'refused';
      readonly index: number;
      readonly target?: ReferenceTarget;
      readonly problems: Problem[];
    };

const bundleSchema = z.object({
  resourceType: z.literal('Bundle', { error: 'expected a Bundle' }),
  type: z.enum(['transaction', 'batch'], { error: 'expected a Bundle of type transaction or batch' }),
  implicitRules: z.unknown().optional(),
  entry: z.array(z.unknown()).optional(),
});

/** Where an entry stands, as FHIRPath. */
export function formatEntryPath(index: number): string {
  return `Bundle.entry[${index}]`;
}

/**
 * Reads a Bundle and each of its entries by itself.
 * @throws Refused for what is no Bundle that is taken
 */
export function parseBundle(json: unknown): ParsedBundle {
  const { success, data, error } = bundleSchema.safeParse(json);
  if (!success) {
    const [first, ...others] = problemsOf(error, 'Bundle');
    throw new RefusedException(first ? [first, ...others] : [problem(400, 'structure', 'expected a Bundle')]);
  }
  throwIfAnyProblem(modifiers({ implicitRules: data.implicitRules }, 'Bundle'));
  const entries = data.entry ?? [];
  if (entries.length > MAX_ENTRIES) {
    throw new RefusedException([
      {
        ...problem(413, 'too-costly', `expected at most ${MAX_ENTRIES} entries: send several Bundles`),
        expression: 'Bundle.entry',
      },
    ]);
  }
  return { type: data.type, entries: refuseDuplicateUrls(entries.map(parseEntry)) };
}

function parseEntry(json: unknown, index: number): ParsedEntry {
  const path = formatEntryPath(index);
  const { success, data, error } = entrySchema.safeParse(json);
  if (!success) return { kind: 'refused', index, problems: problemsOf(error, path) };
  const { resource, request, modifierExtension } = data;
  const notUnderstood = modifiers({ modifierExtension }, path);
  if (notUnderstood.length > 0) return { kind: 'refused', index, problems: notUnderstood };
  if (resource && !RESOURCE_TYPES.has(resource.resourceType)) {
    return refused(index, {
      ...problem(400, 'not-supported', 'expected a resource type of FHIR R4, in its spelling'),
      expression: `${path}.resource.resourceType`,
    });
  }
  const unsupported = unsupportedMethod(data);
  if (unsupported !== undefined) {
    return refused(index, {
      ...problem(400, 'not-supported', unsupported),
      expression: `${path}.request.method`,
    });
  }
  if (!resource) {
    return refused(index, { ...problem(400, 'required', 'required'), expression: `${path}.resource` });
  }
  const type = resource.resourceType;
  if (!isRead(type)) return { kind: 'other', index, type };
  if (type !== 'Patient' && parseResourceType(request.url) !== type) {
    const text = `expected ${type}, the type of the resource`;
    return refused(index, { ...problem(400, 'value', text), expression: `${path}.request.url` });
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
  const notUnderstood = modifiers(resource ?? {}, path);
  const failed = (problems: Problem[]): ParsedEntry => ({
    kind: 'refused',
    index,
    target: { ...common, identifiers: [] },
    problems: [...notUnderstood, ...problems],
  });
  switch (type) {
    case 'Encounter': {
      const { success, data, error } = encounterSchema.safeParse(resource);
      if (!success) return failed(problemsOf(error, path));
      if (notUnderstood.length > 0) return failed([]);
      return { kind: type, entry: { ...common, resource: data, identifiers: data.identifier ?? [] } };
    }
    case 'Condition': {
      const { success, data, error } = conditionSchema.safeParse(resource);
      if (!success) return failed(problemsOf(error, path));
      const unknown = findUnknownStatuses(data, path);
      if (notUnderstood.length + unknown.length > 0) return failed(unknown);
      return { kind: type, entry: { ...common, resource: data, identifiers: data.identifier ?? [] } };
    }
    case 'Patient': {
      const { success, data, error } = patientSchema.safeParse(resource);
      if (!success) return failed(problemsOf(error, path));
      if (notUnderstood.length > 0) return failed([]);
      return { kind: type, entry: { ...common, resource: data, identifiers: data.identifier ?? [] } };
    }
  }
}

/** Of what is not recorded, sending it asks for nothing; any other method asks for what is not done. */
function unsupportedMethod({ resource, request: { method } }: Entry): string | undefined {
  if (method === 'POST') return undefined;
  if (method === 'PUT' && resource && !isRecorded(resource.resourceType)) return undefined;
  return 'only POST is supported: what is recorded is never changed, and is read by its own address';
}

function isRecorded(type: string): boolean {
  return type === 'Encounter' || type === 'Condition';
}

function isRead(type: string): type is 'Encounter' | 'Condition' | 'Patient' {
  return isRecorded(type) || type === 'Patient';
}

/** The resource type that a request is sent to, relative or of this server. */
function parseResourceType(url: string): string | undefined {
  return /(?:^|\/)([A-Za-z]+)\/?(?:\?|$)/.exec(url)?.[1];
}

/**
 * A Bundle names each of its resources once; which one a reference means would else be anybody's guess. What is refused can
 * still be referred to.
 */
function refuseDuplicateUrls(entries: readonly ParsedEntry[]): ParsedEntry[] {
  const seen = new Set<string>();
  return entries.map((read) => {
    if (!('entry' in read) || read.entry.fullUrl === undefined) return read;
    const { index, fullUrl } = read.entry;
    const key = normalizeUrl(fullUrl);
    if (!seen.has(key)) {
      seen.add(key);
      return read;
    }
    const text = 'another entry of the Bundle has the same fullUrl';
    const repeated = { ...problem(400, 'duplicate', text), expression: `${formatEntryPath(index)}.fullUrl` };
    return { kind: 'refused', index, target: read.entry, problems: [repeated] };
  });
}

function refused(index: number, one: Problem): ParsedEntry {
  return { kind: 'refused', index, problems: [one] };
}

function problem(status: number, code: IssueCode, text: string): Problem {
  return { status, code, text };
}

function problemsOf({ issues }: z.core.$ZodError, path: string): Problem[] {
  return issues.map((issue) => {
    const missing = isMissing(issue);
    return {
      status: 400,
      code: missing ? 'required' : 'structure',
      text: missing ? 'required' : withoutPrefix(issue),
      expression: issue.path.reduce<string>(step, path),
    };
  });
}

function step(path: string, key: PropertyKey): string {
  return typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`;
}
