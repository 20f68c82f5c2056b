import type { Registry } from 'prom-client';
import { type NoLabels, bindInstruments, gauge } from './instruments';

const processes = gauge<NoLabels>({
  name: 'platform_processes',
  help: 'Processes whose metrics are in this response',
  labels: [],
  ofProcesses: 'sum',
});
processes.observe(() => [[{}, 1]]);

const expectedProcesses = gauge<NoLabels>({
  name: 'platform_processes_expected',
  help: 'Processes that the settings ask for (WEB_CONCURRENCY)',
  labels: [],
  ofProcesses: 'max',
});

/** Begins to collect the metrics of this process: those of Node.js, and those that the platform declares. */
export async function collectMetrics({ processCount }: { processCount: number }): Promise<Registry> {
  // Loaded only if metrics are on.
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  expectedProcesses.observe(() => [[{}, processCount]]);
  bindInstruments({ prometheus, registry });
  return registry;
}
