import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';

const PACKAGES = ['@trpc/server', 'nestjs-trpc', '@nestjs/core', 'typeorm', 'pg', 'pino', 'autocannon'];

const packageSchema = z.object({ version: z.string() });

/** Returns the versions of what was measured. */
export function describeVersions(postgresVersion: string): string {
  const versions = PACKAGES.map((name) => `${name} ${versionOf(name)}`);
  return [`Node ${process.versions.node}`, `PostgreSQL ${postgresVersion}`, ...versions].join(', ');
}

/** Returns processors and memory of this machine. */
export function describeMachine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${processors.length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB`;
}

/** Returns the average number of running processes in the last minute. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}

function versionOf(name: string): string {
  const file = join(checkoutRoot, 'node_modules', name, 'package.json');
  return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
