/** Where a failure happened, for the log. */
interface FailureSource {
  /** SQLSTATE, or the error code of the operating system. */
  readonly code?: string | undefined;
  /** Host and port of the database. */
  readonly host?: string | undefined;
  /** Kind of the work that needed a connection. */
  readonly pool?: string | undefined;
}

/** The database cannot be reached, or a connection to it was lost. The message holds no values. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly code: string | undefined;
  readonly host: string | undefined;
  readonly pool: string | undefined;

  constructor(message: string, { code, host, pool, ...options }: FailureSource & ErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.host = host;
    this.pool = pool;
  }
}
