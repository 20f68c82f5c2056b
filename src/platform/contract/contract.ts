import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
  TrackedEnvelope,
} from '@trpc/server';
import type { z } from 'zod';
import type { AccessRule } from '../access/access-rule';
import type { Caller } from '../access/caller';
import type { ErrorCode, ErrorShape } from './error-shape';
import type { ProcedureContext } from './procedure-context';

type Schema = z.ZodType;
type SchemaOrNone = Schema | undefined;

/** A failure that callers of a procedure have to expect. */
export interface ExpectedError {
  readonly code: ErrorCode;
  /** When it happens, as the end of a sentence that begins with "when". */
  readonly when: string;
  /** A message as it may be. */
  readonly message: string;
}

/** That callers should move to something else (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** Since when, `YYYY-MM-DD`. */
  readonly since: string;
  /** The first day on which it may be gone, `YYYY-MM-DD`. */
  readonly sunset: string;
  /** What to use in its place, as a sentence. */
  readonly instead: string;
}

/**
 * What keeps a call that is repeated under one `Idempotency-Key` from working twice: `transaction` runs it in one
 * transaction with its stored answer; `lease`, for a procedure that waits for others while it works, stores the answer
 * after it; `none` runs it again, for what changes nothing.
 */
export type Repetition = 'transaction' | 'lease' | 'none';

export type ProcedureKind = 'query' | 'mutation' | 'subscription';

/** Everything that is public about a procedure. Documents, tests and types are made from it. */
export interface ProcedureContract<
  Kind extends ProcedureKind = ProcedureKind,
  Input extends SchemaOrNone = SchemaOrNone,
  Output extends Schema = Schema,
  Access extends AccessRule = AccessRule,
> {
  readonly kind: Kind;
  /** Undefined where the procedure takes no input. */
  readonly input: Input;
  /** Of a subscription: one event. */
  readonly output: Output;
  readonly access: Access;
  /** One line that says what the procedure does. */
  readonly summary: string;
  /** A call as it may be, and its answer. */
  readonly example: { readonly input?: unknown; readonly output: unknown };
  /** Set where the answer carries cookies, which a streamed answer sends before the procedure has run. */
  readonly endsSession: boolean;
  /** Failures of its own, beside those that every procedure of its kind and access has. */
  readonly errors: readonly ExpectedError[];
  /** Undefined where it is here to stay. */
  readonly deprecated: Deprecation | undefined;
  readonly repetition: Repetition;
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
  endsSession?: boolean;
  errors?: readonly ExpectedError[];
  deprecated?: Deprecation;
  repetition?: Repetition;
}

/** Whether a call needs an input: if every field is optional, the input may be omitted. */
export function isInputRequired(input: Schema): boolean {
  return !input.safeParse({}).success;
}

/** Declares a procedure that reads. */
export function query<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>(definition: Definition<Input, Output, Access>): ProcedureContract<'query', Input, Output, Access> {
  return { kind: 'query', ...complete({ repetition: 'none', ...definition }) };
}

/**
 * Declares a procedure that reads by an input that must not stand in a URL, such as a patient's identifier. To genuine
 * clients it is a mutation: those always go by POST.
 */
export function confidentialQuery<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>(definition: Definition<Input, Output, Access>): ProcedureContract<'mutation', Input, Output, Access> {
  return { kind: 'mutation', ...complete({ repetition: 'none', ...definition }) };
}

/** Declares a procedure that changes something. */
export function mutation<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>(definition: Definition<Input, Output, Access>): ProcedureContract<'mutation', Input, Output, Access> {
  return { kind: 'mutation', ...complete(definition) };
}

/**
 * Declares a procedure that answers with a stream of server-sent events, each under an id after which a client that lost
 * its connection goes on. Its input stands in a URL, so that nothing personal may be part of it.
 */
export function subscription<
  Output extends Schema,
  const Access extends AccessRule,
  Input extends SchemaOrNone = undefined,
>(definition: Definition<Input, Output, Access>): ProcedureContract<'subscription', Input, Output, Access> {
  return { kind: 'subscription', ...complete({ repetition: 'none', ...definition }) };
}

function complete<Input extends SchemaOrNone, Output extends Schema, Access extends AccessRule>(
  definition: Definition<Input, Output, Access>,
) {
  const { input, endsSession = false, errors = [], deprecated, repetition = 'transaction' } = definition;
  const { output, access, summary, example } = definition;
  return {
    input: input as Input,
    output,
    access,
    summary,
    example,
    endsSession,
    errors,
    deprecated,
    repetition,
  };
}

/** The input of a procedure after its schema has read it. */
export type InputOf<P extends ProcedureContract> = z.output<Extract<P['input'], Schema>>;

/** What a procedure must return. */
export type OutputOf<P extends ProcedureContract> = z.input<P['output']>;

type ContextOf<P extends ProcedureContract> = P['access'] extends 'anyone'
  ? ProcedureContext
  : ProcedureContext<Caller>;

/** Events of a subscription, each with its id. What is thrown before the first becomes an ordinary error. */
export type EventsOf<P extends ProcedureContract> = AsyncGenerator<
  TrackedEnvelope<OutputOf<P>>,
  void,
  undefined
>;

type ResultOf<P extends ProcedureContract> = P['kind'] extends 'subscription' ? EventsOf<P> : OutputOf<P>;

type MethodOf<P extends ProcedureContract> = [P['input']] extends [undefined]
  ? (context: ContextOf<P>) => Promise<ResultOf<P>>
  : (input: InputOf<P>, context: ContextOf<P>) => Promise<ResultOf<P>>;

/** A router class implements this of its contract, so that the compiler compares every method with its entry. */
export type Implements<Contract extends RouterContract> = {
  [Name in keyof Contract]: MethodOf<Contract[Name]>;
};

interface ClientTypes<P extends ProcedureContract, Output = z.output<P['output']>> {
  input: P['input'] extends Schema ? z.input<P['input']> : undefined;
  output: Output;
  meta: unknown;
}

/** An event as a genuine client hands it on. */
interface ClientEvent<P extends ProcedureContract> {
  id: string;
  data: z.output<P['output']>;
}

interface ClientProcedures<P extends ProcedureContract> {
  query: TRPCQueryProcedure<ClientTypes<P>>;
  mutation: TRPCMutationProcedure<ClientTypes<P>>;
  subscription: TRPCSubscriptionProcedure<ClientTypes<P, AsyncIterable<ClientEvent<P>, void>>>;
}

type ClientProcedure<P extends ProcedureContract> = ClientProcedures<P>[P['kind']];

/** The type that a genuine tRPC client is given, made from the contracts rather than from the running router. */
export type RouterOf<Contracts extends Readonly<Record<string, RouterContract>>> = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: true },
  { [R in keyof Contracts]: { [P in keyof Contracts[R]]: ClientProcedure<Contracts[R][P]> } }
>;
