import { type DestinationStream, type Logger, pino } from 'pino';
import type { Environment } from '../config/environment';
import { errorSerializer } from './error-serializer';
import { prettyLines } from './pretty-lines';

/** Lines that wait for a slow reader. Further ones are dropped, so that they do not fill the memory. */
const MAX_WAITING_CHARACTERS = 16 * 1024 * 1024;

/** PIPE_BUF of Linux: up to this size, writes of several processes to one pipe do not mix. A longer line can. */
const MAX_SHARED_WRITE_BYTES = 4_096;
/** For a process that writes alone. */
const MAX_WRITE_BYTES = 65_536;

/** Lines are written together after this time, or earlier if they are many: a system call for each costs more than the line. */
const WRITE_EVERY_MS = 100;

/**
 * Creates the logger of the process, with the format of `LOG_FORMAT`: JSON lines or readable lines.
 * @param output by default standard output, written in the background; lines that wait are written when the process exits
 */
export function createLogger(
  environment: Environment,
  output: DestinationStream = createOutput(environment),
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

function createOutput({ WEB_CONCURRENCY }: Environment): DestinationStream {
  const maxWrite = WEB_CONCURRENCY === 1 ? MAX_WRITE_BYTES : MAX_SHARED_WRITE_BYTES;
  return pino.destination({
    fd: 1,
    sync: false,
    minLength: maxWrite / 4,
    maxWrite,
    maxLength: MAX_WAITING_CHARACTERS,
    periodicFlush: WRITE_EVERY_MS,
  });
}
