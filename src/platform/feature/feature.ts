import type { Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import type { RouterContract } from '../contract/contract';
import type { Contracts } from '../contract/contracts.token';

interface FeatureParts {
  /** Name of the router: the part of a procedure's name before the dot. */
  readonly router: string;
  /** Position among the platform's own features in the API's documents; those without one follow by folder name. */
  readonly position?: number;
  /** One sentence in Markdown about the feature, for the API's documents. */
  readonly purpose: string;
  readonly module: Type;
  /** Input, output and access of each procedure. */
  readonly contract: RouterContract;
  /** TypeORM entities. Every module can inject their repositories. */
  readonly entities?: readonly Type[];
  /** Migrations in addition to those of the folder `migrations/`. */
  readonly migrations?: readonly Type<MigrationInterface>[];
}

/**
 * The definition of a feature. Routes, documents, access checks, repositories and the schema comparison follow from it, and
 * its migrations run with the platform's. The folder of a feature exports one as `feature` from its `<folder>.feature.ts`.
 */
export class Feature implements Required<FeatureParts> {
  readonly router: string;
  readonly position: number;
  readonly purpose: string;
  readonly module: Type;
  readonly contract: RouterContract;
  readonly entities: readonly Type[];
  readonly migrations: readonly Type<MigrationInterface>[];

  constructor({
    router,
    position = Number.MAX_SAFE_INTEGER,
    purpose,
    module,
    contract,
    entities = [],
    migrations = [],
  }: FeatureParts) {
    this.router = router;
    this.position = position;
    this.purpose = purpose;
    this.module = module;
    this.contract = contract;
    this.entities = entities;
    this.migrations = migrations;
  }
}

/** Injects the installed features. */
export const FEATURES = Symbol('FEATURES');

/** Returns the contract of each feature by the name of its router. */
export function contractsOf(features: readonly Feature[]): Contracts {
  return Object.fromEntries(features.map(({ router, contract }) => [router, contract]));
}
