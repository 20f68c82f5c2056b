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
import { openEmbeddedDatabase } from '../stack/embedded-database';
import { runCommand } from './run-command';
import type { Shutdown } from '../stack/shutdown';

/**
 * `npm run repl`: starts Nest's REPL on the database of DATABASE_URL. If that is unset, uses the database of the running
 * stack, or starts the embedded database.
 */
async function runRepl(shutdown: Shutdown): Promise<void> {
  const variables = processEnvironment();
  const embedded = variables.DATABASE_URL ? undefined : await shutdown.track(openEmbeddedDatabase(shutdown));
  shutdown.throwIfStopping();
  const environment = readEnvironment({
    // Required settings that the REPL does not use.
    OAUTH_ISSUER: 'http://localhost',
    OAUTH_CLIENT_ID: 'repl',
    ...variables,
    ...embedded?.settings,
    MIGRATE_ON_START: variables.MIGRATE_ON_START || (embedded ? 'true' : 'false'),
    LOG_LEVEL: variables.LOG_LEVEL || 'warn',
  });
  const app = await createApp(environment);
  shutdown.add(() => app.close());
  // Not `repl` of @nestjs/core: that creates an application without procedures and logs each module.
  const server = start({ prompt: '> ', ignoreUndefined: true });
  assignToObject(server.context, new ReplContext(app).globalScope);
  defineDefaultCommandsOnRepl(server);
  mkdirSync(dataFolder, { recursive: true });
  await promisify(server.setupHistory.bind(server))(join(dataFolder, 'repl-history'));
  await once(server, 'exit');
}

runCommand(runRepl);
