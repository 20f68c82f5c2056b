import { capitalize, findFreeName } from '../names';
import { type JsonSchema, mapSubschemas } from './json-schema';

const PREFIX = '#/components/schemas/';

/** An object schema and its occurrences. Schemas that differ only in their description count as equal. */
interface Shape {
  readonly schema: JsonSchema;
  /** Names of the properties that contain it, or the singular of a list property. */
  readonly usages: string[];
  count: number;
  name: string | undefined;
}

/**
 * Moves object schemas that occur more than once into components and replaces them by references.
 * A component is named by the schema's `title`, or else by the property that contains it most often.
 * @param roots schemas by component name
 */
export function shareSchemas(roots: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const shapes = new Map<string, Shape>();
  for (const [name, schema] of Object.entries(roots)) {
    const key = buildShapeKey(schema);
    if (key !== undefined && !shapes.has(key)) shapes.set(key, { schema, usages: [], count: 0, name });
  }
  for (const schema of Object.values(roots)) countShapes(schema, shapes);
  nameSharedShapes(shapes, new Set(Object.keys(roots)));
  const shared = [...shapes.values()].flatMap(({ name, schema }) =>
    name === undefined || name in roots ? [] : [[name, schema] as const],
  );
  return Object.fromEntries(
    [...Object.entries(roots), ...shared].map(([name, schema]) => {
      const key = buildShapeKey(schema);
      const sharedName = key === undefined ? undefined : shapes.get(key)?.name;
      if (sharedName !== undefined && sharedName !== name) return [name, toReference(sharedName)];
      return [name, mapSubschemas(schema, (inner) => replaceShapes(inner, shapes))];
    }),
  );
}

/** Returns a reference to a component of the document. */
export function toReference(component: string): JsonSchema {
  return { $ref: PREFIX + component };
}

function countShapes(schema: JsonSchema, shapes: Map<string, Shape>, parentName?: string): void {
  mapSubschemas(schema, (inner, property) => {
    const name =
      property ?? (schema.type === 'array' && parentName !== undefined ? toSingular(parentName) : parentName);
    const key = buildShapeKey(inner);
    const known = key === undefined ? undefined : shapes.get(key);
    if (known) {
      known.count += 1;
      if (name !== undefined) known.usages.push(name);
      // The content of a shared shape is counted once.
      if (known.count > 1 || known.name !== undefined) return inner;
    } else if (key !== undefined) {
      const usages = name === undefined ? [] : [name];
      shapes.set(key, { schema: inner, usages, count: 1, name: undefined });
    }
    countShapes(inner, shapes, name);
    return inner;
  });
}

function nameSharedShapes(shapes: ReadonlyMap<string, Shape>, taken: Set<string>): void {
  for (const shape of shapes.values()) {
    if (shape.name !== undefined || shape.count < 2) continue;
    const name = shape.schema.title ?? findMostFrequent(shape.usages) ?? 'Shape';
    shape.name = findFreeName(capitalize(name), taken);
    taken.add(shape.name);
  }
}

function replaceShapes(schema: JsonSchema, shapes: ReadonlyMap<string, Shape>): JsonSchema {
  const key = buildShapeKey(schema);
  const name = key === undefined ? undefined : shapes.get(key)?.name;
  if (name === undefined) return mapSubschemas(schema, (inner) => replaceShapes(inner, shapes));
  const { description } = schema;
  return { ...(description !== undefined && { description }), ...toReference(name) };
}

/** Returns a key that equal shapes share; undefined for objects with fewer than two properties. */
function buildShapeKey(schema: JsonSchema): string | undefined {
  if (schema.type !== 'object' || Object.keys(schema.properties ?? {}).length < 2) return undefined;
  return JSON.stringify({ ...schema, description: undefined });
}

/** Finds the most frequent property name, except the uninformative `data`. */
function findMostFrequent(usages: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of usages) if (name !== 'data') counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export function toSingular(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/s$/, '');
}
