import { capitalize, findFreeName } from '../names';
import { type JsonSchema, mapSubschemas } from './json-schema';

const PREFIX = '#/components/schemas/';

/** What one shape is called where, and how often. */
interface Shape {
  readonly schema: JsonSchema;
  /** What its places are called: properties, or the list that it is an element of. */
  readonly places: string[];
  count: number;
  name: string | undefined;
}

/**
 * Puts every shape of an object that occurs more than once in one place, and references to it in all others.
 * A shared shape is called by its `title`, else as the property that holds it most often.
 * @param roots schemas by the name of their component
 */
export function extractSharedSchemas(roots: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const shapes = new Map<string, Shape>();
  for (const [name, schema] of Object.entries(roots)) {
    const key = shapeKey(schema);
    if (key !== undefined && !shapes.has(key)) shapes.set(key, { schema, places: [], count: 0, name });
  }
  for (const schema of Object.values(roots)) countShapes(schema, shapes);
  nameShared(shapes, new Set(Object.keys(roots)));
  const shared = [...shapes.values()].flatMap(({ name, schema }) =>
    name === undefined || name in roots ? [] : [[name, schema] as const],
  );
  return Object.fromEntries(
    [...Object.entries(roots), ...shared].map(([name, schema]) => {
      const key = shapeKey(schema);
      const first = key === undefined ? undefined : shapes.get(key)?.name;
      if (first !== undefined && first !== name) return [name, { $ref: PREFIX + first }];
      return [name, mapSubschemas(schema, (inner) => withReferences(inner, shapes))];
    }),
  );
}

/** A reference to a component, as it stands in a document. */
export function toReference(component: string): JsonSchema {
  return { $ref: PREFIX + component };
}

function countShapes(schema: JsonSchema, shapes: Map<string, Shape>, place?: string): void {
  mapSubschemas(schema, (inner, property) => {
    const name = property ?? (schema.type === 'array' && place !== undefined ? toSingular(place) : place);
    const key = shapeKey(inner);
    const known = key === undefined ? undefined : shapes.get(key);
    if (known) {
      known.count += 1;
      if (name !== undefined) known.places.push(name);
      // What is inside a shape that is shared stands in one place already.
      if (known.count > 1 || known.name !== undefined) return inner;
    } else if (key !== undefined) {
      shapes.set(key, { schema: inner, places: name === undefined ? [] : [name], count: 1, name: undefined });
    }
    countShapes(inner, shapes, name);
    return inner;
  });
}

function nameShared(shapes: ReadonlyMap<string, Shape>, taken: Set<string>): void {
  for (const shape of shapes.values()) {
    if (shape.name !== undefined || shape.count < 2) continue;
    shape.name = findFreeName(capitalize(shape.schema.title ?? mostFrequent(shape.places) ?? 'Shape'), taken);
    taken.add(shape.name);
  }
}

function withReferences(schema: JsonSchema, shapes: ReadonlyMap<string, Shape>): JsonSchema {
  const key = shapeKey(schema);
  const name = key === undefined ? undefined : shapes.get(key)?.name;
  if (name === undefined) return mapSubschemas(schema, (inner) => withReferences(inner, shapes));
  const { description } = schema;
  return { ...(description !== undefined && { description }), ...toReference(name) };
}

/** What tells the shape of an object from others; undefined for what is too small to be worth a name. */
function shapeKey(schema: JsonSchema): string | undefined {
  if (schema.type !== 'object' || Object.keys(schema.properties ?? {}).length < 2) return undefined;
  return JSON.stringify({ ...schema, description: undefined });
}

/** Places that say nothing of what they hold are passed over. */
function mostFrequent(places: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const place of places) if (place !== 'data') counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

export function toSingular(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/s$/, '');
}
