import { Client, Pool, type QueryConfig, type QueryResult } from 'pg';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { z } from 'zod';
import type { Parameters, ValuesOf } from './parameter';
import { SharedTransaction } from './shared-transaction';
import type { Statement } from './statement';

/** The values of a statement, or nothing if it has no parameters. */
type Values<P extends Parameters> = string extends keyof P ? [] : [values: ValuesOf<P>];

/**
 * Runs statements as named prepared statements of `pg`: PostgreSQL parses each once for each connection. Within a
 * `SharedTransaction` every statement joins it.
 */
export class Database {
  /** @param runner of the transaction that the statements join; without one, each runs alone on a connection of the pool */
  constructor(
    private readonly dataSource: DataSource,
    private readonly runner?: QueryRunner,
  ) {}

  /** Returns the rows of a statement. */
  async rows<P extends Parameters, Row extends z.ZodObject>(
    statement: Statement<P, Row>,
    ...values: Values<P>
  ): Promise<z.output<Row>[]> {
    const { rows } = await this.execute(statement, values[0]);
    return statement.rows.parse(rows);
  }

  /** Returns the first row, or undefined if there is none. */
  async first<P extends Parameters, Row extends z.ZodObject>(
    statement: Statement<P, Row>,
    ...values: Values<P>
  ): Promise<z.output<Row> | undefined> {
    const { rows } = await this.execute(statement, values[0]);
    const [row] = rows;
    return row === undefined ? undefined : statement.row.parse(row);
  }

  /**
   * Returns the row of a statement that always has one.
   * @throws TypeError if there is none
   */
  async one<P extends Parameters, Row extends z.ZodObject>(
    statement: Statement<P, Row>,
    ...values: Values<P>
  ): Promise<z.output<Row>> {
    const row = await this.first(statement, ...values);
    if (!row) throw new TypeError(`${statement.name} returned no row`);
    return row;
  }

  /** Runs a statement and returns how many rows it inserted, changed or deleted. */
  async run<P extends Parameters>(statement: Statement<P>, ...values: Values<P>): Promise<number> {
    const { rowCount } = await this.execute(statement, values[0]);
    return rowCount ?? 0;
  }

  /** Runs work in a transaction, or in a savepoint of the transaction that it is part of already. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction((manager) =>
      work(new Transaction(this.dataSource, runnerOf(manager))),
    );
  }

  /** Runs work on one unchanging view of the database, which it cannot change. */
  async snapshot<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const runner = runnerOf(manager);
      await runner.query('SET TRANSACTION READ ONLY');
      return work(new Transaction(this.dataSource, runner));
    });
  }

  private async execute(
    { name, sql, order }: Statement,
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<QueryResult<object>> {
    const query = { name, text: sql, values: order.map((parameter) => values[parameter]) };
    try {
      return await this.send(query);
    } catch (error) {
      throw error instanceof Error ? new QueryFailedError(sql, query.values, error) : error;
    }
  }

  private async send(query: QueryConfig): Promise<QueryResult<object>> {
    const shared = SharedTransaction.of(this.dataSource);
    if (shared) return shared.inTurn(async () => (await connectionOf(shared.runner)).query(query));
    if (this.runner) return (await connectionOf(this.runner)).query(query);
    const client = await poolOf(this.dataSource).connect();
    let failure: Error | undefined;
    const onError = (error: Error) => (failure = error);
    client.on('error', onError);
    try {
      return await client.query(query);
    } catch (error) {
      // An error of the database itself leaves the connection as good as new.
      if (error instanceof Error && !('severity' in error)) failure = error;
      throw error;
    } finally {
      client.removeListener('error', onError);
      client.release(failure);
    }
  }
}

/** Statements that are committed together. */
export class Transaction extends Database {
  constructor(
    dataSource: DataSource,
    private readonly own: QueryRunner,
  ) {
    super(dataSource, own);
  }

  /** Runs work whose statements all join this transaction, whichever service sends them. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    return SharedTransaction.run(this.own.manager, work);
  }
}

function runnerOf({ queryRunner }: { readonly queryRunner?: QueryRunner }): QueryRunner {
  if (!queryRunner) throw new TypeError('a transaction has a connection');
  return queryRunner;
}

async function connectionOf(runner: QueryRunner): Promise<Client> {
  const connection: unknown = await runner.connect();
  if (connection instanceof Client) return connection;
  throw new TypeError('the platform runs on pg');
}

function poolOf({ driver }: DataSource): Pool {
  if ('master' in driver && driver.master instanceof Pool) return driver.master;
  throw new TypeError('the platform runs on pg');
}
