import { Client, Pool, type QueryConfig, type QueryResult } from 'pg';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { z } from 'zod';
import type { Parameters, ValuesOf } from './parameter';
import { SharedTransaction } from './shared-transaction';
import type { Statement } from './statement';

/** Rows that `stream` holds in memory. */
const PAGE_SIZE = 1_000;

/** The values of a statement's parameters; no argument if it has none. */
type Values<P extends Parameters> = string extends keyof P ? [] : [values: ValuesOf<P>];

/**
 * Runs statements as named prepared statements of `pg`: PostgreSQL parses each once per connection. Within a
 * `SharedTransaction`, every statement joins it.
 */
export class Database {
  /** @param runner connection that the statements use; without one, each uses a connection of the pool */
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

  /** Runs work in a transaction, or in a savepoint of the shared transaction that it is part of. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction((manager) =>
      work(new Transaction(this.dataSource, runnerOf(manager))),
    );
  }

  /** Runs work in a read-only transaction that sees one state of the database. */
  async snapshot<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const runner = runnerOf(manager);
      await runner.query('SET TRANSACTION READ ONLY');
      return work(new Transaction(this.dataSource, runner));
    });
  }

  private async execute(
    { name, sql, order, plan }: Statement,
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<QueryResult<object>> {
    const query = {
      ...(plan === 'cached' && { name }),
      text: sql,
      values: order.map((parameter) => values[parameter]),
    };
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
      // After an error that the database reports, the connection is still usable.
      if (error instanceof Error && !('severity' in error)) failure = error;
      throw error;
    } finally {
      client.removeListener('error', onError);
      client.release(failure);
    }
  }
}

/** Runs statements in one transaction. */
export class Transaction extends Database {
  constructor(
    dataSource: DataSource,
    private readonly own: QueryRunner,
  ) {
    super(dataSource, own);
  }

  /** Runs work whose statements all join this transaction, whichever service runs them. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    return SharedTransaction.run(this.own.manager, work);
  }

  /** Yields the rows of a statement by a cursor, so that only one page of them is in memory. */
  async *stream<Row extends z.ZodObject>({
    sql,
    rows,
  }: Statement<Parameters, Row>): AsyncGenerator<z.output<Row>, void, undefined> {
    await this.own.query(`DECLARE streamed NO SCROLL CURSOR FOR ${sql}`);
    let page: z.output<Row>[];
    do {
      page = rows.parse(await this.own.query(`FETCH ${PAGE_SIZE} FROM streamed`));
      yield* page;
    } while (page.length === PAGE_SIZE);
    await this.own.query('CLOSE streamed');
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
