import { capitalize, findFreeName } from '../names';
import { toReference, toSingular } from './component-schemas';
import { type JsonSchema, mapSubschemas } from './json-schema';

/** A discriminated union of objects. */
interface Union {
  readonly discriminator: string;
  /** Variants by their value of the discriminator. */
  readonly variants: ReadonlyMap<string, JsonSchema>;
}

/**
 * Moves discriminated unions and their variants into named components, for which code generators create types.
 * @param roots schemas by component name
 */
export function nameUnions(roots: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const components = new Map(Object.entries(roots));
  for (const [root, schema] of Object.entries(roots)) {
    const prefix = root.replace(/(?:In|Out)put$/, '');
    const union = findUnion(schema);
    if (union) addUnion(schema, union, { components, name: root, prefix });
    else components.set(root, replaceUnions(schema, { components, prefix, parentName: '' }));
  }
  return Object.fromEntries(components);
}

interface Parent {
  readonly components: Map<string, JsonSchema>;
  /** Prefix of the names of new components. */
  readonly prefix: string;
  /** Name of the property that contains the schema; the singular for an element of a list. */
  readonly parentName: string;
}

function replaceUnions(schema: JsonSchema, { components, prefix, parentName }: Parent): JsonSchema {
  return mapSubschemas(schema, (inner, property) => {
    const innerName = property ?? (schema.type === 'array' ? toSingular(parentName) : parentName);
    const union = findUnion(inner);
    if (!union) return replaceUnions(inner, { components, prefix, parentName: innerName });
    const name = findFreeName(`${prefix}${capitalize(innerName)}`, components);
    addUnion(inner, union, { components, name, prefix: name });
    return toReference(name);
  });
}

/** Adds a union and its variants to the components. */
function addUnion(
  schema: JsonSchema,
  union: Union,
  { components, name, prefix }: { components: Map<string, JsonSchema>; name: string; prefix: string },
): void {
  const variants = [...union.variants].map(([value, variant]) => ({
    value,
    variant,
    name: prefix + capitalize(value),
  }));
  components.set(name, {
    ...schema,
    oneOf: variants.map((variant) => toReference(variant.name)),
    discriminator: {
      propertyName: union.discriminator,
      mapping: Object.fromEntries(
        variants.map(({ value, name: variantName }) => [value, toReference(variantName).$ref]),
      ),
    },
  });
  for (const { name: variantName, variant } of variants) {
    const parent = { components, prefix: variantName, parentName: '' };
    components.set(variantName, replaceUnions(variant, parent));
  }
}

function findUnion({ oneOf }: JsonSchema): Union | undefined {
  const [first] = oneOf ?? [];
  if (!oneOf || !first) return undefined;
  for (const property of first.required ?? []) {
    const byValue = new Map(oneOf.map((variant) => [findConstant(variant, property), variant]));
    const variants = [...byValue].flatMap(([value, variant]): [string, JsonSchema][] =>
      typeof value === 'string' ? [[value, variant]] : [],
    );
    if (variants.length === oneOf.length) return { discriminator: property, variants: new Map(variants) };
  }
  return undefined;
}

function findConstant({ properties, required = [] }: JsonSchema, name: string): unknown {
  const property = properties?.[name];
  return required.includes(name) && typeof property === 'object' ? property.const : undefined;
}
