import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { Supervisor } from '../../../src/platform/processes/supervisor';

/** A program of two processes. The first one listens; all others fail to start. */
async function main(): Promise<void> {
  if (cluster.isPrimary) {
    const supervisor = new Supervisor({
      script: __filename,
      workerCount: 2,
      log: (level, message) => process.stdout.write(`${level} ${message}\n`),
    });
    process.exitCode = await supervisor.run();
    return;
  }
  if (cluster.worker?.id !== 1) process.exit(3);
  createServer().listen(0, '127.0.0.1');
}

void main();
