import 'reflect-metadata';
import { Ctx, Input, Mutation, Query, Router, Subscription } from 'nestjs-trpc';
import { z } from 'zod';
import { type ProcedureContract, isInputRequired } from '../contract/contract';

/** What the guards and the boot check read of a procedure. */
export interface ProcedureMeta {
  readonly contract: ProcedureContract;
}

/** Marks a class as the router of a name. Its methods are procedures, every one of them: keep nothing else in it. */
export function ContractRouter(name: string): ClassDecorator {
  return (target) => {
    Router({ alias: name })(target);
    Reflect.defineMetadata(ROUTER_NAME, name, target);
  };
}

/** The name that `ContractRouter` gave a class; undefined for every other class. */
export function routerNameOf(target: object): string | undefined {
  const name: unknown = Reflect.getMetadata(ROUTER_NAME, target);
  return typeof name === 'string' ? name : undefined;
}

const ROUTER_NAME = Symbol('router name');

const DECORATORS = { query: Query, mutation: Mutation, subscription: Subscription } as const;

/** Makes a method the procedure that a contract describes: called with `(input, context)`, or `(context)` without input. */
export function Procedure(contract: ProcedureContract): MethodDecorator {
  const { kind, input, output } = contract;
  const meta: ProcedureMeta = { contract };
  // tRPC would have the schema of a subscription read its whole stream as one value.
  const options = {
    meta: { ...meta },
    ...(kind !== 'subscription' && { output }),
    ...(input && { input: orEmpty(input) }),
  };
  return (target, key, descriptor) => {
    if (typeof key !== 'string') throw new TypeError('a procedure has a name');
    if (input) Input()(target, key, 0);
    Ctx()(target, key, input ? 1 : 0);
    DECORATORS[kind](options)(target, key, descriptor);
  };
}

function orEmpty(input: z.ZodType): z.ZodType {
  if (isInputRequired(input)) return input;
  return z.preprocess((given: unknown) => (given === undefined ? {} : given), input);
}
