import { Logger, PinoLogger } from 'nestjs-pino';
import type { Logger as PinoInstance } from 'pino';

/** Contexts in which Nest and nestjs-trpc list modules and routes: a hundred lines at each start. */
const START_UP_CONTEXTS: ReadonlySet<unknown> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'tRPC',
]);

/** Nest's logger, which logs the lists of modules and routes at level debug. */
export class NestLogger extends Logger {
  constructor(logger: PinoInstance) {
    super(new PinoLogger({ pinoHttp: { logger } }), { pinoHttp: { logger } });
  }

  override log(message: unknown, ...rest: unknown[]): void {
    if (START_UP_CONTEXTS.has(rest.at(-1))) super.debug(message, ...rest);
    else super.log(message, ...rest);
  }
}
