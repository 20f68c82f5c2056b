import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { type UnknownFields, findFields, findUnknownFields } from '../../contract/unknown-fields';
import type { RequestInput } from './request-input';
import type { Target } from './target';

export const IGNORED_FIELDS_HEADER = 'ignored-fields';
export const PREFERENCE_APPLIED_HEADER = 'preference-applied';
const STRICT = 'handling=strict';
/** Of a header; a batch may have fifty calls. */
const MAX_MEMBERS = 20;

const WITHOUT_FIELDS = z.object({});
const NONE: UnknownFields = { misspelt: [], others: [], count: 0 };

/** Returns whether a request prefers that unknown fields are refused (RFC 7240, section 4.4), and says that they are. */
export function applyPreference({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const isStrict = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i.test(String(headers.prefer ?? ''));
  if (isStrict) response.setHeader(PREFERENCE_APPLIED_HEADER, STRICT);
  return isStrict;
}

/** The fields of the inputs of a request that its procedures do not have. */
export class IgnoredFields {
  private readonly found = new Map<number, UnknownFields>();

  constructor(
    private readonly target: Pick<Target, 'isBatch' | 'method' | 'parameters'>,
    private readonly input: RequestInput,
    private readonly isStrict: boolean,
  ) {}

  /**
   * Returns the input of a call whose access was checked.
   * @param schema undefined if the procedure takes no input
   * @throws TRPCError BAD_REQUEST if it cannot be read, or has unknown fields in a strict request
   */
  readInput(index: number, schema: z.ZodType | undefined): unknown {
    const checked = schema ?? (this.isStrict ? WITHOUT_FIELDS : undefined);
    if (!checked) return undefined;
    const value = this.input.read(index);
    if (value === undefined && !this.target.isBatch) this.assertNoFieldsInUrl(checked);
    if (!this.found.has(index)) this.found.set(index, findUnknownFields(checked, value));
    const unknown = this.of(index);
    if (this.isStrict && unknown.count > 0)
      throw new TRPCError({ code: 'BAD_REQUEST', message: describe(unknown) });
    return value;
  }

  /** A field in the URL would be ignored without a trace if all fields are optional. */
  private assertNoFieldsInUrl(schema: z.ZodType): void {
    const { method, parameters } = this.target;
    const fields = findFields(schema, parameters);
    const [first] = fields;
    if (first === undefined) return;
    const json = `{"json":{"${first}":…}}`;
    const place =
      method === 'POST'
        ? `a JSON body: ${json}`
        : `one parameter, as JSON that is encoded for a URL: ?input=${json}; or into a JSON body`;
    throw new TRPCError({ code: 'BAD_REQUEST', message: `input: write ${fields.join(', ')} into ${place}` });
  }

  /** Returns those of a call whose input was read. */
  of(index: number): UnknownFields {
    return this.found.get(index) ?? NONE;
  }

  /** Adds a list (RFC 9651, section 3.1) of the misspelt ones, and of the number of the others, whose names are not repeated. */
  addHeader(response: ServerResponse): void {
    if (this.isStrict) return;
    const members = [...this.found]
      .sort(([one], [other]) => one - other)
      .flatMap(([index, { misspelt, count }]) => {
        const call = this.target.isBatch ? `;call=${index}` : '';
        const others = count - misspelt.length;
        return [
          ...misspelt.map(({ path, meant }) => `"${path}"${call};meant="${meant}"`),
          ...(others > 0 ? [`other${call};count=${others}`] : []),
        ];
      });
    const listed = members.length > MAX_MEMBERS ? [...members.slice(0, MAX_MEMBERS), 'more'] : members;
    if (listed.length > 0) response.setHeader(IGNORED_FIELDS_HEADER, listed.join(', '));
  }
}

/** Names that no program wrote are only counted: they may be data of a patient. */
function describe({ misspelt, others, count }: UnknownFields): string {
  const problems = [
    ...misspelt.map(({ path, meant }) => `${path}: unknown field, did you mean ${meant}?`),
    ...others.map((path) => `${path}: unknown field`),
  ];
  if (problems.length === 0) {
    const fields =
      count === 1 ? 'an unknown field, whose name is' : `${count} unknown fields, whose names are`;
    return `input: ${fields} not repeated here`;
  }
  return [...problems, ...(count > problems.length ? [`and ${count - problems.length} more`] : [])].join(
    '; ',
  );
}

/** Returns a result with a warning for each misspelt field of its input. */
export function withWarnings(result: unknown, { misspelt }: UnknownFields): unknown {
  if (misspelt.length === 0 || typeof result !== 'object' || result === null) return result;
  return { ...result, warnings: misspelt.map((field) => ({ code: 'IGNORED_FIELD', ...field })) };
}
