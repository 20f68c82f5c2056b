import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { CountryScope } from '../../shared/country';
import { Database } from './database';
import type { Parameter } from './parameter';
import type { Statement } from './statement';
import { TurnBatch } from './turn-batch';

/** A statement that returns another text whenever the committed data of a scope has changed. It may without a change. */
export type VersionStatement = Statement<
  { readonly scope: Parameter<CountryScope> },
  z.ZodObject<{ version: z.ZodString }>
>;

/**
 * Reads the versions of data. Modules declare the statements; contracts name them (`sharing`). Calls of one turn of the event
 * loop share one statement for each version and scope.
 */
@Injectable()
export class DataVersions {
  private readonly reads = new Map<string, TurnBatch<CountryScope, string>>();

  constructor(private readonly database: Database) {}

  declare(name: string, statement: VersionStatement): void {
    this.reads.set(name, new TurnBatch((scopes) => this.readAll(statement, scopes)));
  }

  /** Returns a text that differs from earlier ones if any of the data in the scope has changed. */
  async read(names: readonly string[], scope: CountryScope): Promise<string> {
    const versions = await Promise.all(names.map((name) => this.get(name).add(scope)));
    return versions.join(' ');
  }

  /** @throws TypeError if a version is not declared */
  assertDeclared(names: readonly string[]): void {
    for (const name of names) this.get(name);
  }

  private get(name: string): TurnBatch<CountryScope, string> {
    const read = this.reads.get(name);
    if (!read) throw new TypeError(`no data version is called ${name}`);
    return read;
  }

  private async readAll(statement: VersionStatement, scopes: readonly CountryScope[]): Promise<string[]> {
    const read = async (scope: CountryScope) => (await this.database.one(statement, { scope })).version;
    const distinct = [...new Set(scopes)];
    const versions = new Map(
      await Promise.all(distinct.map(async (scope) => [scope, await read(scope)] as const)),
    );
    return scopes.map((scope) => {
      const version = versions.get(scope);
      if (version === undefined) throw new TypeError(`${statement.name} has no version of ${scope}`);
      return version;
    });
  }
}
