import type { Problem } from '../operation-outcome';

/** Of any list in a resource. */
const MAX_ITEMS = 1_000;
/** Of a resource. An Encounter with 1,000 complete diagnoses has about 17,000. */
const MAX_VALUES = 20_000;

/** A name that may be repeated in an error. */
const ELEMENT_NAME = /^[A-Za-z]{1,64}$/;

/** An object or a list, and where it is. */
interface Part {
  readonly value: object;
  readonly parent: Part | undefined;
  readonly key: string | number;
}

/**
 * Returns a problem if a resource has so many items or values that parsing it would take too much time. Checked before anything
 * else reads the resource.
 * @param path the FHIRPath of the resource
 */
export function findExcess(resource: object, path: string): Problem | undefined {
  const waiting: Part[] = [{ value: resource, parent: undefined, key: '' }];
  let values = 1;
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const { value } = part;
    if (Array.isArray(value) && value.length > MAX_ITEMS)
      return createSizeProblem(`expected at most ${MAX_ITEMS} items`, `${path}${formatPath(part)}`);
    const children: [string | number, unknown][] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value);
    values += children.length;
    if (values > MAX_VALUES)
      return createSizeProblem(
        `expected at most ${MAX_VALUES} values: objects, lists and what they contain`,
        path,
      );
    for (const [key, child] of children)
      if (typeof child === 'object' && child !== null) waiting.push({ value: child, parent: part, key });
  }
  return undefined;
}

/** Returns the problem of an element that has more than the platform reads. */
export function createSizeProblem(text: string, expression: string): Problem {
  return { status: 413, code: 'too-costly', text, expression };
}

/** Returns the path of a part from its resource, up to the first name that is no name of FHIR. */
function formatPath({ parent, key }: Part, inner = ''): string {
  if (!parent) return inner;
  if (typeof key === 'number') return formatPath(parent, `[${key}]${inner}`);
  return formatPath(parent, ELEMENT_NAME.test(key) ? `.${key}${inner}` : '');
}
