import type { RouterContract } from './contract';

/** Injects the contracts of all routers, by router name. */
export const CONTRACTS = Symbol('CONTRACTS');

export type Contracts = Readonly<Record<string, RouterContract>>;
