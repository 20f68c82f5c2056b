import { capitalize, findFreeName } from '../names';
import { toReference, toSingular } from './component-schemas';
import { type JsonSchema, mapSubschemas } from './json-schema';

/** A union and what its kinds are told apart by. */
interface Union {
  readonly property: string;
  /** Each kind by its value of the property. */
  readonly kinds: ReadonlyMap<string, JsonSchema>;
}

/**
 * Makes components of the unions of objects that a field tells apart, and of their kinds: generators of programs write
 * a type for each, and choose by the field.
 * @param roots schemas by the name of their component
 */
export function nameUnions(roots: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const named = new Map(Object.entries(roots));
  for (const [root, schema] of Object.entries(roots)) {
    const owner = root.replace(/(?:In|Out)put$/, '');
    const union = unionOf(schema);
    if (union) nameUnion(schema, union, { named, name: root, owner });
    else named.set(root, replaceUnions(schema, { named, owner, place: '' }));
  }
  return Object.fromEntries(named);
}

interface Place {
  readonly named: Map<string, JsonSchema>;
  readonly owner: string;
  /** The property that holds it, or an element of it. */
  readonly place: string;
}

function replaceUnions(schema: JsonSchema, { named, owner, place }: Place): JsonSchema {
  return mapSubschemas(schema, (inner, property) => {
    const at = property ?? (schema.type === 'array' ? toSingular(place) : place);
    const union = unionOf(inner);
    if (!union) return replaceUnions(inner, { named, owner, place: at });
    const name = findFreeName(`${owner}${capitalize(at)}`, named);
    nameUnion(inner, union, { named, name, owner: name });
    return toReference(name);
  });
}

/**
 * Makes components of a union and of its kinds.
 * @param naming the union's own name, and what those of its kinds begin with
 */
function nameUnion(
  schema: JsonSchema,
  union: Union,
  { named, name, owner }: { named: Map<string, JsonSchema>; name: string; owner: string },
): void {
  const kinds = [...union.kinds].map(([value, kind]) => ({ value, kind, name: owner + capitalize(value) }));
  named.set(name, {
    ...schema,
    oneOf: kinds.map((kind) => toReference(kind.name)),
    discriminator: {
      propertyName: union.property,
      mapping: Object.fromEntries(kinds.map((kind) => [kind.value, toReference(kind.name).$ref])),
    },
  });
  for (const { name: kindName, kind } of kinds) {
    named.set(kindName, replaceUnions(kind, { named, owner: kindName, place: '' }));
  }
}

function unionOf({ oneOf }: JsonSchema): Union | undefined {
  const [first] = oneOf ?? [];
  if (!oneOf || !first) return undefined;
  for (const property of first.required ?? []) {
    const kinds = new Map(oneOf.map((kind) => [constantOf(kind, property), kind]));
    const values = [...kinds].flatMap(([value, kind]): [string, JsonSchema][] =>
      typeof value === 'string' ? [[value, kind]] : [],
    );
    if (values.length === oneOf.length) return { property, kinds: new Map(values) };
  }
  return undefined;
}

function constantOf({ properties, required = [] }: JsonSchema, name: string): unknown {
  const property = properties?.[name];
  return required.includes(name) && typeof property === 'object' ? property.const : undefined;
}
