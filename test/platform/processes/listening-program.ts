import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { retireOnRequest } from '../../../src/platform/processes/retirement';
import { Supervisor } from '../../../src/platform/processes/supervisor';
import { processEnvironment } from '../../../src/platform/config/environment';

/** By default so long that a rolling restart of all takes longer than the pause before a killed process is replaced. */
const { START_MS = '300' } = processEnvironment();

/** A program of three processes, all of which listen. */
async function main(): Promise<void> {
  const { worker } = cluster;
  if (worker === undefined) {
    const supervisor = new Supervisor({
      script: __filename,
      workerCount: 3,
      log: (level, message) => process.stdout.write(`${level} ${message}\n`),
    });
    process.exitCode = await supervisor.run();
    return;
  }
  process.stdout.write(`process ${worker.id} starts\n`);
  await wait(Number(START_MS));
  const server = createServer();
  retireOnRequest(server);
  server.listen(0, '127.0.0.1', () => process.stdout.write(`process ${worker.id} listens\n`));
}

void main();
