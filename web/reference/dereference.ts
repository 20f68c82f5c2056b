/** A document with all that it refers to in itself put in place. References to other documents stay as they are. */
export default function dereference(document: object): Promise<unknown> {
  return Promise.resolve(withTargets(document, document, []));
}

/** @param inside the references that led here: what contains itself is cut off, for it would have no end */
function withTargets(value: unknown, root: object, inside: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withTargets(item, root, inside));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...rest } = value as Record<string, unknown>;
  const beside = Object.fromEntries(
    Object.entries(rest).map(([name, inner]) => [name, withTargets(inner, root, inside)]),
  );
  if (typeof reference !== 'string') return withoutNullBranch(beside);
  if (inside.includes(reference)) return { ...beside, title: reference.split('/').at(-1) };
  const target = withTargets(targetOf(reference, root), root, [...inside, reference]);
  return { ...(target as object), ...beside };
}

/** What may be null as well becomes one schema of two types, which the renderer shows in one line instead of as a choice. */
function withoutNullBranch({ anyOf, ...schema }: Record<string, unknown>): object {
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf as Record<string, unknown>[];
  const [only, ...others] = branches.filter(({ type }) => type !== 'null');
  if (branches.length !== 2 || !only || others.length > 0 || typeof only.type !== 'string') {
    return { ...schema, anyOf };
  }
  return { ...only, ...schema, type: [only.type, 'null'] };
}

/**
 * What a JSON pointer names (RFC 6901).
 * @throws Error for a reference that leads nowhere
 */
function targetOf(reference: string, root: object): unknown {
  const path = reference.replace(/^#\//, '').split('/');
  return path.reduce<unknown>((found, part) => {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    const next = (found as Record<string, unknown> | undefined)?.[name];
    if (next === undefined) throw new Error(`The document refers to ${reference}, which it does not have.`);
    return next;
  }, root);
}
