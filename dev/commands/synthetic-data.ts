import { processEnvironment } from '../../src/platform/config/environment';
import { OperatorError } from '../../src/platform/config/operator-error';

/** Throws OperatorError in production, or if DATABASE_URL names a database. */
export function requireEmbeddedDatabase(): void {
  const { NODE_ENV, DATABASE_URL } = processEnvironment();
  const only = 'Synthetic data goes into the embedded database only';
  if (NODE_ENV === 'production')
    throw new OperatorError(`${only}, and NODE_ENV is production: nothing was added.`);
  if (DATABASE_URL)
    throw new OperatorError(
      `${only}, and DATABASE_URL names another: nothing was added. Unset it and try again.`,
    );
}

/** Shows on a terminal how many records are inserted. */
export function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(
      `\rSynthetic data: ${done.toLocaleString('en')} of about ${total.toLocaleString('en')} lines … `,
    );
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
