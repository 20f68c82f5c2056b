/** Replaces the references of a document by their targets. The build uses it instead of the renderer's resolver. */
export default function dereference(document: object): Promise<unknown> {
  return Promise.resolve(resolveReferences(document, document, []));
}

/** @param path the references that contain this value: a recursive one is replaced by its name */
function resolveReferences(value: unknown, root: object, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, root, path));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...rest } = value as Record<string, unknown>;
  const fields = Object.fromEntries(
    Object.entries(rest).map(([name, inner]) => [name, resolveReferences(inner, root, path)]),
  );
  if (typeof reference !== 'string') return mergeNullBranch(fields);
  if (path.includes(reference)) return { ...fields, title: reference.split('/').at(-1) };
  const target = resolveReferences(findTarget(reference, root), root, [...path, reference]);
  return { ...(target as object), ...fields };
}

/** Merges `anyOf` a schema and null into one schema with two types, which the renderer shows in one line. */
function mergeNullBranch({ anyOf, ...schema }: Record<string, unknown>): object {
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf as Record<string, unknown>[];
  const [only, ...others] = branches.filter(({ type }) => type !== 'null');
  if (branches.length !== 2 || !only || others.length > 0 || typeof only.type !== 'string') {
    return { ...schema, anyOf };
  }
  return { ...only, ...schema, type: [only.type, 'null'] };
}

/**
 * Finds the target of a JSON pointer (RFC 6901).
 * @throws Error if it does not exist
 */
function findTarget(reference: string, root: object): unknown {
  const path = reference.replace(/^#\//, '').split('/');
  return path.reduce<unknown>((found, part) => {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    const next = (found as Record<string, unknown> | undefined)?.[name];
    if (next === undefined) throw new Error(`The document refers to ${reference}, which it does not have.`);
    return next;
  }, root);
}
