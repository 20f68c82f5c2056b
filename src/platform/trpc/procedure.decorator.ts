import 'reflect-metadata';
import { Ctx, Input, Mutation, Query, Router, Subscription } from 'nestjs-trpc';
import { z } from 'zod';
import { type ProcedureContract, isInputRequired } from '../contract/contract';

/** Metadata of a procedure, for AccessGuard and ContractCheck. */
export interface ProcedureMeta {
  readonly contract: ProcedureContract;
}

/** Marks a class as a router. All its methods are exposed as procedures, so it must have no others. */
export function ContractRouter(name: string): ClassDecorator {
  return (target) => {
    Router({ alias: name })(target);
    Reflect.defineMetadata(ROUTER_NAME, name, target);
  };
}

/** Returns the name of a router class; undefined for any other class. */
export function routerNameOf(target: object): string | undefined {
  const name: unknown = Reflect.getMetadata(ROUTER_NAME, target);
  return typeof name === 'string' ? name : undefined;
}

const ROUTER_NAME = Symbol('router name');

const DECORATORS = { query: Query, mutation: Mutation, subscription: Subscription } as const;

/** Marks a method as the procedure of a contract. It is called with `(input, context)`, or `(context)` without input. */
export function Procedure(contract: ProcedureContract): MethodDecorator {
  const { kind, input, output } = contract;
  const meta: ProcedureMeta = { contract };
  // Not for subscriptions: tRPC would parse the whole stream as one value.
  const options = {
    meta: { ...meta },
    ...(kind !== 'subscription' && { output }),
    ...(input && { input: withEmptyDefault(input) }),
  };
  return (target, key, descriptor) => {
    if (typeof key !== 'string') throw new TypeError('a procedure has a name');
    if (input) Input()(target, key, 0);
    Ctx()(target, key, input ? 1 : 0);
    DECORATORS[kind](options)(target, key, descriptor);
  };
}

function withEmptyDefault(input: z.ZodType): z.ZodType {
  if (isInputRequired(input)) return input;
  return z.preprocess((value: unknown) => (value === undefined ? {} : value), input);
}
