import { z } from 'zod';
import { MAX_COMPARED_LENGTH, findSimilarName } from '../../shared/similar-name';
import { innerSchemasOf } from './inner-schemas';

type Schema = z.core.$ZodType;

/** Fields of each kind that are listed. */
const MAX_LISTED = 10;
/** Different names of an input that are compared with the fields. */
const MAX_COMPARED = 100;

/** A short identifier without a long number. Any other name, which no program wrote, may be data of a patient. */
const PROGRAM_NAME = /^[A-Za-z_](?:[A-Za-z_]|\d{1,3}(?!\d)){0,39}$/;

/** A misspelt field that a call has sent, and that was ignored. */
export const warningSchema = z.object({
  code: z.literal('IGNORED_FIELD'),
  path: z.string().describe('Where it was sent, such as `consultations[3].external_id`.'),
  meant: z.string().describe('The name of the field that was probably meant.'),
});

export type Warning = z.output<typeof warningSchema>;

/** The fields of an input that its schema does not have. */
export interface UnknownFields {
  /** The first ones whose names resemble that of a field. */
  readonly misspelt: readonly Omit<Warning, 'code'>[];
  /** The paths of the first other ones with names as programs have. */
  readonly others: readonly string[];
  /** Of all, listed or not. */
  readonly count: number;
}

/** Finds the fields of an input that its schema does not have, at any depth. Takes time by the number of its fields. */
export function findUnknownFields(schema: Schema, input: unknown): UnknownFields {
  const search = new Search();
  search.visit(knownFieldsOf(schema), input, '');
  return search;
}

/** Returns the fields that names of query parameters are, or were meant to be. */
export function findFields(schema: Schema, names: readonly string[]): string[] {
  const fields = [...(knownFieldsOf(schema).resolved.fields?.keys() ?? [])];
  return names.flatMap((name) => findSimilarName(name, fields, 0) ?? []);
}

class Search implements UnknownFields {
  readonly misspelt: Omit<Warning, 'code'>[] = [];
  readonly others: string[] = [];
  count = 0;
  private compared = 0;
  private readonly meanings = new Map<KnownFields, Map<string, string | undefined>>();

  visit(known: KnownFields, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    const { fields, elements } = known.resolved;
    if (Array.isArray(value)) {
      if (elements)
        for (const [index, element] of value.entries()) this.visit(elements, element, `${path}[${index}]`);
      return;
    }
    if (!fields) return;
    for (const [name, inner] of Object.entries(value)) {
      const field = fields.get(name);
      if (field) this.visit(field, inner, joinPath(path, name));
      else this.add(known, name, path);
    }
  }

  private add(known: KnownFields, name: string, parent: string): void {
    this.count += 1;
    const meant = this.misspelt.length < MAX_LISTED ? this.findMeant(known, name) : undefined;
    if (meant !== undefined) this.misspelt.push({ path: joinPath(parent, writeName(name)), meant });
    else if (this.others.length < MAX_LISTED && PROGRAM_NAME.test(name))
      this.others.push(joinPath(parent, name));
  }

  private findMeant(known: KnownFields, name: string): string | undefined {
    const meanings = this.meanings.get(known) ?? new Map<string, string | undefined>();
    this.meanings.set(known, meanings);
    if (!meanings.has(name) && this.compared < MAX_COMPARED) {
      this.compared += 1;
      meanings.set(name, findSimilarName(name, [...(known.resolved.fields?.keys() ?? [])]));
    }
    return meanings.get(name);
  }
}

interface InnerFields {
  /** Undefined if any are accepted, or the value is no object. */
  readonly fields: ReadonlyMap<string, KnownFields> | undefined;
  readonly elements: KnownFields | undefined;
}

/** What schemas accept for one value. Resolved when a value is there: a schema can contain itself. */
class KnownFields {
  private readonly schemas: readonly Schema[];
  private cached: InnerFields | undefined;

  constructor(schemas: readonly Schema[]) {
    this.schemas = schemas;
  }

  get resolved(): InnerFields {
    this.cached ??= this.resolve();
    return this.cached;
  }

  private resolve(): InnerFields {
    const schemas = this.schemas.flatMap((schema) => [...listSchemas(schema)]);
    const elements = schemas.flatMap((schema) => schema.elements ?? []);
    const fields = new Map<string, Schema[]>();
    for (const [name, field] of schemas.flatMap((schema) => Object.entries(schema.fields ?? {})))
      fields.set(name, [...(fields.get(name) ?? []), field]);
    const isObject = schemas.some((schema) => schema.fields) && !schemas.some((schema) => schema.isOpen);
    const known = [...fields].map(([name, all]) => [name, new KnownFields(all)] as const);
    return {
      fields: isObject ? new Map(known) : undefined,
      elements: elements.length > 0 ? new KnownFields(elements) : undefined,
    };
  }
}

/** Lists what is inside a schema, or inside those that apply to the same value. */
function* listSchemas(schema: Schema): Generator<ReturnType<typeof innerSchemasOf>> {
  const inner = innerSchemasOf(schema);
  yield inner;
  for (const other of [...(inner.same ?? []), ...(inner.alternatives ?? [])]) yield* listSchemas(other);
}

const knownFields = new WeakMap<Schema, KnownFields>();

function knownFieldsOf(schema: Schema): KnownFields {
  const known = knownFields.get(schema) ?? new KnownFields([schema]);
  knownFields.set(schema, known);
  return known;
}

function joinPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** Writes a name in ASCII without quotes, in which a letter of another script or an invisible one is seen. */
function writeName(name: string): string {
  const written = name
    .slice(0, MAX_COMPARED_LENGTH)
    .replaceAll(
      /[^ -~]|["\\]/g,
      (letter) => `<U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
    );
  return name.length > MAX_COMPARED_LENGTH ? `${written}...` : written;
}
