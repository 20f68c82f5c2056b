import { z } from 'zod';
import type { AccessRule } from '../access/access-rule';
import type { DatabaseWork } from './database-work';
import type { AuditRule } from './audit-rule';
import type { ErrorCode } from './error-shape';
import { warningSchema } from './unknown-fields';

export type Schema = z.ZodType;
type SchemaOrNone = Schema | undefined;

/** A documented error of a procedure. */
export interface ExpectedError {
  readonly code: ErrorCode;
  /** The condition, as the rest of a sentence that begins with "when". */
  readonly when: string;
  /** An example of the message. */
  readonly message: string;
}

/** The deprecation of a procedure or an input field (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** Day of the deprecation, `YYYY-MM-DD`. */
  readonly since: string;
  /** First day on which it may be removed, `YYYY-MM-DD`. */
  readonly sunset: string;
  /** A sentence that names the replacement. */
  readonly instead: string;
}

/**
 * How a retry under the same `Idempotency-Key` is handled. `transaction`: the call and its stored response are committed in
 * one transaction. `lease`: the key is claimed first and the response stored afterwards, for procedures that wait for
 * other servers. `none`: the key is ignored, for procedures that change nothing.
 */
type Idempotency = 'transaction' | 'lease' | 'none';

/**
 * Which callers share a stored response to the same input, and until when. `everyone`: for some seconds, if the access is
 * `anyone` and the response depends on nothing of the caller. `scope`: callers of the same role and country, until one of
 * the versions changes (`DataVersions`).
 */
export type ResponseSharing =
  | { readonly among: 'everyone'; readonly maxAgeSeconds: number }
  | { readonly among: 'scope'; readonly versions: readonly [string, ...string[]] };

type ProcedureKind = 'query' | 'mutation' | 'subscription';

/** The public definition of a procedure. Documents, tests and types are generated from it. */
export interface ProcedureContract<
  Kind extends ProcedureKind = ProcedureKind,
  Input extends SchemaOrNone = SchemaOrNone,
  Output extends Schema = Schema,
  Access extends AccessRule = AccessRule,
> {
  readonly kind: Kind;
  /** Undefined if the procedure takes no input. */
  readonly input: Input;
  /** For a subscription, the schema of one event. */
  readonly output: Output;
  readonly access: Access;
  /** One line about what the procedure does. */
  readonly summary: string;
  /** An example of an input and its output. */
  readonly example: { readonly input?: unknown; readonly output: unknown };
  /** Whether the procedure ends the session. A streamed response sends its cookies before the procedure runs. */
  readonly endsSession: boolean;
  /** Errors beside those that every procedure of its kind and access has. */
  readonly errors: readonly ExpectedError[];
  /** The procedure limits its callers, instead of the general limits of calls per minute. */
  readonly limitsItself: boolean;
  /** Undefined if the procedure is not deprecated. */
  readonly deprecated: Deprecation | undefined;
  readonly idempotency: Idempotency;
  /** Undefined if every call is computed. Only queries have it. */
  readonly sharing: ResponseSharing | undefined;
  /**
   * Whether the result is in the language of the call: `language` of its input, else that of `Accept-Language`, else English. The
   * transport then names it in the response, and shares responses in one language only.
   */
  readonly variesByLanguage: boolean;
  /** Whether callers of the same role and country get the same result, although it is not stored: the transport compresses it. */
  readonly isSameInScope: boolean;
  /** Whose part of the connections to the database a call uses. */
  readonly work: DatabaseWork;
  /**
   * Whether a call also runs if it is not known who the caller is: in an outage, or if the session or token is refused. The
   * procedure then has no caller, although there may be one: it must neither read nor store anything.
   */
  readonly runsWithoutCaller: boolean;
  readonly audit: AuditRule;
}

/** The procedures of one router, by name. */
export type RouterContract = Readonly<Record<string, ProcedureContract>>;

interface Definition<Input extends SchemaOrNone, Output extends Schema, Access extends AccessRule> {
  input?: Input;
  output: Output;
  access: Access;
  summary: string;
  example: {
    output: z.output<Output>;
  } & (Input extends Schema ? { input: z.input<Input> } : { input?: never });
  audit: AuditRule<Input extends Schema ? z.output<Input> : undefined, z.output<Output>>;
  endsSession?: boolean;
  limitsItself?: boolean;
  errors?: readonly ExpectedError[];
  deprecated?: Deprecation;
  idempotency?: Idempotency;
  variesByLanguage?: boolean;
  isSameInScope?: boolean;
  /** `interactive` by default. */
  work?: DatabaseWork;
  runsWithoutCaller?: boolean;
}

/** Returns whether a call needs an input. If every field is optional, the input may be omitted. */
export function isInputRequired(input: Schema): boolean {
  return !input.safeParse({}).success;
}

/** Declares a procedure that reads data. */
export function query<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>({
  sharing,
  ...definition
}: Definition<Input, Output, Access> & { readonly sharing?: ResponseSharing }): ProcedureContract<
  'query',
  Input,
  Output,
  Access
> {
  return {
    kind: 'query',
    ...withDefaults<Input, Output, Access>({ idempotency: 'none', ...definition }),
    sharing,
  };
}

/**
 * Declares a procedure that reads data by an input that must not be in a URL, for example a patient's identifier. For tRPC
 * clients it is a mutation, because they send mutations by POST.
 */
export function confidentialQuery<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>(
  definition: Definition<Input, Output, Access>,
): ProcedureContract<'mutation', Input, WithWarnings<Output>, Access> {
  return mutation({ idempotency: 'none', ...definition });
}

/** Declares a procedure that changes data. */
export function mutation<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>(
  definition: Definition<Input, Output, Access>,
): ProcedureContract<'mutation', Input, WithWarnings<Output>, Access> {
  const contract = withDefaults<Input, Output, Access>(definition);
  return { kind: 'mutation', ...contract, output: withWarnings(contract) };
}

const warnings = {
  warnings: z
    .array(warningSchema)
    .optional()
    .describe('Misspelt fields of the input, which were ignored. Absent if there were none.'),
};

type WithWarnings<Output extends Schema> =
  Output extends z.ZodObject<infer Shape> ? z.ZodObject<Shape & typeof warnings> : Output;

/** Returns the output of a mutation: if it has an input and is an object, with the warnings that the transport adds. */
function withWarnings<Output extends Schema>({
  input,
  output,
}: {
  input: SchemaOrNone;
  output: Output;
}): WithWarnings<Output> {
  const extended = input && output instanceof z.ZodObject ? output.extend(warnings) : output;
  return extended as WithWarnings<Output>;
}

/**
 * Declares a procedure that responds with server-sent events. Each event has an id, from which a client that lost its
 * connection continues. The input is in the URL, so it must hold no personal data.
 */
export function subscription<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>(definition: Definition<Input, Output, Access>): ProcedureContract<'subscription', Input, Output, Access> {
  return { kind: 'subscription', ...withDefaults({ idempotency: 'none', ...definition }) };
}

function withDefaults<Input extends SchemaOrNone, Output extends Schema, Access extends AccessRule>(
  definition: Definition<Input, Output, Access>,
) {
  const {
    input,
    endsSession = false,
    limitsItself = false,
    errors = [],
    deprecated,
    idempotency = 'transaction',
    variesByLanguage = false,
    isSameInScope = false,
    work = 'interactive',
    runsWithoutCaller = false,
  } = definition;
  const { output, access, summary, example, audit } = definition;
  return {
    input: input as Input,
    output,
    access,
    summary,
    example,
    endsSession,
    limitsItself,
    errors,
    deprecated,
    idempotency,
    sharing: undefined,
    variesByLanguage,
    isSameInScope,
    work,
    runsWithoutCaller,
    audit,
  };
}
