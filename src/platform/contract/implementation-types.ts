import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
  TrackedEnvelope,
} from '@trpc/server';
import type { z } from 'zod';
import type { Caller } from '../access/caller';
import type { ProcedureContract, RouterContract, Schema } from './contract';
import type { ErrorShape } from './error-shape';
import type { ProcedureContext } from './procedure-context';

/** The parsed input of a procedure. */
export type InputOf<P extends ProcedureContract> = z.output<Extract<P['input'], Schema>>;

/** The result of a procedure before its output schema has parsed it. */
export type OutputOf<P extends ProcedureContract> = z.input<P['output']>;

type ContextOf<P extends ProcedureContract> = P['access'] extends 'anyone'
  ? ProcedureContext
  : ProcedureContext<Caller>;

/** Events of a subscription, each with its id. An error before the first event is sent as an ordinary error response. */
export type EventsOf<P extends ProcedureContract> = AsyncGenerator<
  TrackedEnvelope<OutputOf<P>>,
  void,
  undefined
>;

type ResultOf<P extends ProcedureContract> = P['kind'] extends 'subscription' ? EventsOf<P> : OutputOf<P>;

type MethodOf<P extends ProcedureContract> = [P['input']] extends [undefined]
  ? (context: ContextOf<P>) => Promise<ResultOf<P>>
  : (input: InputOf<P>, context: ContextOf<P>) => Promise<ResultOf<P>>;

/** A router class implements this type of its contract, so that the compiler checks every method. */
export type Implements<Contract extends RouterContract> = {
  [Name in keyof Contract]: MethodOf<Contract[Name]>;
};

interface ClientTypes<P extends ProcedureContract, Output = z.output<P['output']>> {
  input: P['input'] extends Schema ? z.input<P['input']> : undefined;
  output: Output;
  meta: unknown;
}

/** An event as tRPC clients return it. */
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

/** The router type for tRPC clients, derived from the contracts instead of the running router. */
export type RouterOf<Contracts extends Readonly<Record<string, RouterContract>>> = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: true },
  { [R in keyof Contracts]: { [P in keyof Contracts[R]]: ClientProcedure<Contracts[R][P]> } }
>;
