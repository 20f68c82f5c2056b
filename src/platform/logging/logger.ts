import { type DestinationStream, type Logger, pino } from 'pino';
import type { Environment } from '../config/environment';
import { errorSerializer } from './error-serializer';
import { prettyLines } from './pretty-lines';

/** PIPE_BUF of Linux: up to this size, writes of several processes to one pipe do not mix. */
const MAX_WRITE_BYTES = 4_096;

/**
 * Creates the logger of the process, with the format of `LOG_FORMAT`: JSON lines or readable lines.
 * @param output by default standard output, written in the background; lines that wait are written when the process exits
 */
export function createLogger(
  environment: Environment,
  output: DestinationStream = pino.destination({ fd: 1, sync: false, maxWrite: MAX_WRITE_BYTES }),
): Logger {
  return pino(
    {
      level: environment.LOG_LEVEL,
      base: null,
      serializers: { err: errorSerializer(environment) },
    },
    environment.LOG_FORMAT === 'pretty' ? prettyLines(output) : output,
  );
}
