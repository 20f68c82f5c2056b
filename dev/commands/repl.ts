import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { start } from 'node:repl';
import { promisify } from 'node:util';
import { assignToObject } from '@nestjs/core/repl/assign-to-object.util';
import { ReplContext } from '@nestjs/core/repl/repl-context';
import { defineDefaultCommandsOnRepl } from '@nestjs/core/repl/repl-native-commands';
import { processEnvironment, readEnvironment } from '../../src/platform/config/environment';
import { createApp } from '../../src/create-app';
import { dataFolder } from '../checkout';
import { embeddedDatabase } from '../stack/embedded-database';
import { runToEnd } from './run-command';
import type { Shutdown } from '../stack/shutdown';

/**
 * `npm run repl`: Nest's REPL on the database that DATABASE_URL names; where it names none, on the one of the running
 * stack, or on the embedded one if nothing runs.
 */
async function runRepl(shutdown: Shutdown): Promise<void> {
  const variables = processEnvironment();
  const url = variables.DATABASE_URL || (await shutdown.during(embeddedDatabase(shutdown))).url;
  shutdown.checkpoint();
  const environment = readEnvironment({
    // No login starts here.
    OAUTH_ISSUER: 'http://localhost',
    OAUTH_CLIENT_ID: 'repl',
    ...variables,
    DATABASE_URL: url,
    MIGRATE_ON_START: variables.MIGRATE_ON_START || (variables.DATABASE_URL ? 'false' : 'true'),
    LOG_LEVEL: variables.LOG_LEVEL || 'warn',
  });
  const app = await createApp(environment);
  shutdown.add(() => app.close());
  // What `repl` of @nestjs/core does, which would make an application without procedures and log each of its modules.
  const server = start({ prompt: '> ', ignoreUndefined: true });
  assignToObject(server.context, new ReplContext(app).globalScope);
  defineDefaultCommandsOnRepl(server);
  mkdirSync(dataFolder, { recursive: true });
  await promisify(server.setupHistory.bind(server))(join(dataFolder, 'repl-history'));
  await once(server, 'exit');
}

runToEnd(runRepl);
