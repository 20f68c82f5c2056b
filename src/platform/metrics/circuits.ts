import { gauge } from './instruments';

/** Circuits of other servers. Each circuit breaker adds itself. */
export const openCircuits = gauge<{ circuit: string }>({
  name: 'platform_circuits_open',
  help: 'Processes in which the circuit of another server is open, so that it gets no requests',
  labels: ['circuit'],
  ofProcesses: 'sum',
});
