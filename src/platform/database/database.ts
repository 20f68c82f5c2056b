import { Client, type QueryConfig, type QueryResult } from 'pg';
import { type DataSource, type QueryRunner, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { z } from 'zod';
import { formatProblems } from '../../shared/problems';
import { currentDatabaseWork, rememberWorkOfError } from './database-work';
import { mapInTurns, takeTurn } from '../limits/current-turns';
import type { Parameters, ValuesOf } from './parameter';
import { poolOf, withClient } from './connection-pool';
import { DatabaseUnavailableError } from './database-unavailable-error';
import type { PipelinedConnections } from './pipelined-connections';
import { PlatformPool } from './platform-pool';
import { noteRolledBack } from './rolled-back';
import type { ReadReplicas } from './read-replicas';
import { hasChangedResult, sendQuery } from './send-query';
import { SharedTransaction } from './shared-transaction';
import type { Statement } from './statement';
import { traceStatement } from './traced-statement';

const DEFAULT_WAIT_MS = 5_000;

/** Rows that `stream` holds in memory. */
const PAGE_SIZE = 1_000;

/** The values of a statement's parameters; no argument if it has none. */
type Values<P extends Parameters> = string extends keyof P ? [] : [values: ValuesOf<P>];

/**
 * Runs declared statements on `pg`. Named ones are parsed once per connection; one with `plan: 'custom'` is parsed and
 * planned for each execution. Within a `SharedTransaction`, every statement joins it.
 */
export class Database {
  /**
   * @param pipelined connections of short statements; by default, these use the pool, too
   * @param replicas servers of reads; by default, the primary
   */
  constructor(
    protected readonly dataSource: DataSource,
    private readonly pipelined?: PipelinedConnections,
    private readonly replicas?: ReadReplicas,
  ) {}

  /** Returns the rows of a statement. */
  async rows<P extends Parameters, Row extends z.ZodObject>(
    statement: Statement<P, Row>,
    ...values: Values<P>
  ): Promise<z.output<Row>[]> {
    const { rows } = await this.execute(statement, values[0]);
    return mapInTurns(rows, (row) => parse(statement.name, statement.row, row));
  }

  /** Returns the first row, or undefined if there is none. */
  async first<P extends Parameters, Row extends z.ZodObject>(
    statement: Statement<P, Row>,
    ...values: Values<P>
  ): Promise<z.output<Row> | undefined> {
    const { rows } = await this.execute(statement, values[0]);
    const [row] = rows;
    return row === undefined ? undefined : parse(statement.name, statement.row, row);
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
    const progress = { isCommitting: false };
    try {
      return await reportLoss(
        this.dataSource.transaction(async (manager) => {
          const result = await work(new Transaction(this.dataSource, runnerOf(manager)));
          progress.isCommitting = true;
          return result;
        }),
      );
    } catch (error) {
      if (!progress.isCommitting) noteRolledBack(error);
      throw error;
    }
  }

  /**
   * Runs work whose statements, and transactions as savepoints, are all part of one transaction, or of a savepoint of the shared
   * transaction that it is part of.
   */
  async sharedTransaction<T>(work: () => Promise<T>): Promise<T> {
    const isNested = this.isInSharedTransaction;
    return this.transaction((transaction) => (isNested ? work() : transaction.share(work)));
  }

  /** Runs work in a read-only transaction that sees one state of the database. */
  async snapshot<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return reportLoss(
      this.dataSource.transaction('REPEATABLE READ', async (manager) => {
        const runner = runnerOf(manager);
        await runner.query('SET TRANSACTION READ ONLY');
        return work(new Transaction(this.dataSource, runner));
      }),
    );
  }

  /** Time in ms that a statement may wait for a connection. */
  get maxWaitMs(): number {
    return poolOf(this.dataSource).options.connectionTimeoutMillis ?? DEFAULT_WAIT_MS;
  }

  /** Whether the database answers the calls that wait for it, as far as is known. */
  get isAnswering(): boolean {
    const pool = poolOf(this.dataSource);
    return !(pool instanceof PlatformPool) || pool.availability.isAnswering;
  }

  /** Whether the running code is part of a shared transaction, which its statements join. */
  get isInSharedTransaction(): boolean {
    return this.findShared() !== undefined;
  }

  /** Sends a query outside of shared transactions. */
  protected async send(
    query: QueryConfig,
    connection: Statement['connection'],
  ): Promise<QueryResult<object>> {
    try {
      return await this.sendOnce(query, connection);
    } catch (error) {
      if (!hasChangedResult(error)) throw error;
      // Without a name, it is planned for the new type on any connection.
      const { text, values } = query;
      return this.sendOnce({ text, ...(values && { values }) }, connection);
    }
  }

  /** Returns the shared transaction that a statement joins. */
  protected findShared(): SharedTransaction | undefined {
    return SharedTransaction.of(this.dataSource);
  }

  private async sendOnce(
    query: QueryConfig,
    connection: Statement['connection'],
  ): Promise<QueryResult<object>> {
    if (connection === 'pipelined' && this.pipelined) return this.pipelined.query(query);
    if (connection === 'replica' && this.replicas)
      return this.replicas.query(query, () => this.sendToPrimary(query));
    return this.sendToPrimary(query);
  }

  private sendToPrimary(query: QueryConfig): Promise<QueryResult<object>> {
    return withClient(poolOf(this.dataSource), (client) => sendQuery(client, query));
  }

  private async execute(
    { name, sql, order, plan, connection }: Statement,
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<QueryResult<object>> {
    const query = {
      ...(plan === 'cached' && { name }),
      text: sql,
      values: order.map((parameter) => values[parameter]),
    };
    const shared = this.findShared();
    const result = await rememberWorkOfError(
      traceStatement(name, () =>
        shared
          ? shared.inTurn(async () => sendQuery(await connectionOf(shared.runner), query))
          : this.send(query, connection),
      ),
    );
    // What follows may take long. People do not wait for it as they do for other work.
    if (currentDatabaseWork() !== 'interactive') await takeTurn();
    return result;
  }
}

/** Runs statements on one connection, usually within a transaction. Refuses them after its end. */
export class Transaction extends Database {
  private readonly shared: SharedTransaction | undefined;

  constructor(
    dataSource: DataSource,
    private readonly runner: QueryRunner,
  ) {
    super(dataSource);
    this.shared = SharedTransaction.of(dataSource);
  }

  override transaction(): Promise<never> {
    return Promise.reject(new TypeError('a transaction cannot begin within another'));
  }

  override snapshot(): Promise<never> {
    return this.transaction();
  }

  /** Runs work whose statements all join this transaction, whichever service runs them. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    return SharedTransaction.run(this.runner.manager, work);
  }

  /** Yields the rows of a statement without parameters by a cursor, so that only one page of them is in memory. */
  async *stream<P extends Parameters, Row extends z.ZodObject>({
    name,
    sql,
    rows,
  }: string extends keyof P ? Statement<P, Row> : never): AsyncGenerator<z.output<Row>, void, undefined> {
    await this.runner.query(`DECLARE streamed NO SCROLL CURSOR FOR ${sql}`);
    let page: z.output<Row>[];
    do {
      page = parse(name, rows, await this.runner.query(`FETCH ${PAGE_SIZE} FROM streamed`));
      yield* page;
    } while (page.length === PAGE_SIZE);
    await this.runner.query('CLOSE streamed');
  }

  protected override async send(query: QueryConfig): Promise<QueryResult<object>> {
    return sendQuery(await connectionOf(this.runner), query);
  }

  /** The shared transaction in which this one began refuses statements after its end, also within another one. */
  protected override findShared(): SharedTransaction | undefined {
    return this.shared?.hasEnded ? this.shared : (super.findShared() ?? this.shared);
  }
}

/** TypeORM releases the query runner of an open transaction only if its connection is lost, and then refuses statements. */
async function reportLoss<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await rememberWorkOfError(transaction);
  } catch (error) {
    if (!(error instanceof QueryRunnerAlreadyReleasedError)) throw error;
    throw new DatabaseUnavailableError('the connection of a transaction was lost', { cause: error });
  }
}

/** @throws TypeError that names the statement and the columns, without their values */
function parse<Schema extends z.ZodType>(name: string, schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new TypeError(`${name}: ${formatProblems(error)}`);
  return data;
}

function runnerOf({ queryRunner }: { readonly queryRunner?: QueryRunner }): QueryRunner {
  if (!queryRunner) throw new TypeError('a transaction has a connection');
  return queryRunner;
}

async function connectionOf(runner: QueryRunner): Promise<Client> {
  if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const connection: unknown = await runner.connect();
  if (connection instanceof Client) return connection;
  throw new TypeError('the platform runs on pg');
}
