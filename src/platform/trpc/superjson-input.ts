import { TRPCError } from '@trpc/server';
import type { SuperJSONResult } from 'superjson';

/**
 * The annotations that tRPC clients send for plain input, and the values that they stand for. Others make superjson build objects,
 * some in quadratic time.
 */
const LEAVES: ReadonlyMap<unknown, (value: unknown) => unknown> = new Map<
  unknown,
  (value: unknown) => unknown
>([
  ['undefined', () => undefined],
  ['Date', (value) => new Date(isNumberOrText(value) ? value : Number.NaN)],
  ['number', (value) => (isNumberOrText(value) ? Number(value) : Number.NaN)],
]);

/** Of a client's call that leaves fields out. */
const MAX_ANNOTATIONS = 100;
/** Of a client's call with a thousand records that leave ten fields out. More take too long. */
const MAX_ANNOTATIONS_OF_BULK = 10_000;
const MAX_PATH_CHARACTERS = 200;
/** Inputs of procedures have fewer levels. */
const MAX_PATH_FIELDS = 16;

/** An object or a list. */
type Container = Record<string, unknown>;

/**
 * Deserializes an input as superjson does, which takes several times as long. Annotations of fields that the input does not have
 * are ignored.
 * @param isBulk whether the input has many records
 * @throws TRPCError BAD_REQUEST if it has other annotations than LEAVES, or too many, or objects were left out
 */
export function deserializeInput(
  { json, meta }: SuperJSONResult,
  { isBulk = false }: { isBulk?: boolean } = {},
): unknown {
  if (meta === undefined) return json;
  const root = { json };
  const maxAnnotations = isBulk ? MAX_ANNOTATIONS_OF_BULK : MAX_ANNOTATIONS;
  const paths = isMeta(meta) ? listOtherPaths(meta.referentialEqualities) : [];
  if (isMeta(meta) && paths.length <= maxAnnotations && paths.some((path) => isNullAt(root, path, meta)))
    throw new TRPCError({ code: 'BAD_REQUEST', message: LEFT_OUT });
  if (!isMeta(meta) || paths.length > maxAnnotations || !annotate(root, meta, maxAnnotations))
    throw new TRPCError({
      code: 'BAD_REQUEST',
      message: 'the input is nested too deeply, or its "meta" holds more than undefined, Date and number',
    });
  return root.json;
}

const META_FIELDS: ReadonlySet<string> = new Set(['values', 'v', 'referentialEqualities']);

const LEFT_OUT =
  'the input holds null in place of an object that it has elsewhere, or within itself: send it without the option "dedupe" of superjson';

interface Meta {
  readonly values?: unknown;
  /** Paths of one object, by the first of them; those of the whole input in a list. Applying them is slow. */
  readonly referentialEqualities?: unknown;
  /** The version of the paths. Before 1, a backslash stood for itself. */
  readonly v?: number;
}

function isMeta(meta: unknown): meta is Meta {
  if (!isContainer(meta) || Array.isArray(meta)) return false;
  const { v } = meta;
  if (v !== undefined && typeof v !== 'number') return false;
  return Object.keys(meta).every((name) => META_FIELDS.has(name));
}

/** Lists the paths of objects that the input has at other paths as well. */
function listOtherPaths(equalities: unknown): unknown[] {
  const [ofRoot, others] = Array.isArray(equalities) ? (equalities as unknown[]) : [[], equalities];
  return [ofRoot, ...(isContainer(others) ? Object.values(others) : [])].flat();
}

/**
 * Returns whether a path of an object that the input has at another path has null. A client sends an object at each of its paths, so
 * that equalities add nothing, but not with the option `dedupe`, and not within itself. Paths of more fields than inputs have lead to
 * nothing that is read.
 */
function isNullAt(root: Container, path: unknown, { v = 0 }: Meta): boolean {
  if (typeof path !== 'string' || path.length > MAX_PATH_CHARACTERS) return false;
  let value = root.json;
  for (const field of splitPath(path, v < 1)) {
    if (!isContainer(value) || !hasField(value, field)) return false;
    value = value[field];
  }
  return value === null;
}

/** Replaces annotated values, in copies: the input may be read again. Returns false if it refuses the annotations. */
function annotate(root: Container, { values, v = 0 }: Meta, maxAnnotations: number): boolean {
  if (values === undefined) return true;
  if (!isContainer(values)) return false;
  if (Array.isArray(values)) return replace(root, 'json', values);
  const paths = Object.keys(values);
  if (paths.length > maxAnnotations) return false;
  const copies = new Set<unknown>();
  return paths.every((path) => {
    const fields = path.length > MAX_PATH_CHARACTERS ? [] : splitPath(path, v < 1);
    const field = fields.pop();
    if (field === undefined || fields.length >= MAX_PATH_FIELDS) return false;
    let parent = copyField(root, 'json', copies);
    for (const name of fields) parent = parent && copyField(parent, name, copies);
    return replace(parent, field, values[path]);
  });
}

/** Replaces the value of a field, if there is one, by what it stands for. Returns false if the annotation is none of LEAVES. */
function replace(parent: Container | undefined, field: string, annotation: unknown): boolean {
  const leaf = Array.isArray(annotation) && annotation.length === 1 ? LEAVES.get(annotation[0]) : undefined;
  if (leaf && parent && hasField(parent, field)) parent[field] = leaf(parent[field]);
  return leaf !== undefined;
}

/** Replaces a field by a copy, unless it is one. Returns undefined if it is no object or list. */
function copyField(parent: Container, field: string, copies: Set<unknown>): Container | undefined {
  const child = hasField(parent, field) ? parent[field] : undefined;
  if (!isContainer(child)) return undefined;
  if (copies.has(child)) return child;
  const copy: unknown = Array.isArray(child) ? [...child] : { ...child };
  copies.add(copy);
  parent[field] = copy;
  return isContainer(copy) ? copy : undefined;
}

/**
 * Returns the fields of a path of superjson, in which a dot of a name is `\.`; none if it is no path.
 * @param isLegacy whether a backslash stands for itself
 */
function splitPath(path: string, isLegacy: boolean): string[] {
  if (!path.includes('\\')) return path.split('.', MAX_PATH_FIELDS + 1);
  if (isLegacy) return path.split(/(?<!\\)\./).map((field) => field.replaceAll(String.raw`\.`, '.'));
  if (!/^(?:[^\\]|\\[\\.])*$/.test(path)) return [];
  const fields = `.${path}`.match(/\.(?:[^\\.]|\\[\\.])*/g) ?? [];
  return fields.map((field) => field.slice(1).replace(/\\([\\.])/g, '$1'));
}

/** Returns whether an object or list has a field of JSON, not inherited as `constructor` nor the length of a list. */
function hasField(container: Container, field: string): boolean {
  return Object.hasOwn(container, field) && !(field === 'length' && Array.isArray(container));
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function isNumberOrText(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}
