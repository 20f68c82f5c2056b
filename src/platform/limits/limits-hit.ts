import { counter } from '../metrics/instruments';

/** What was refused because of a limit. */
export const limitsHit = counter<{ limit: string }>({
  name: 'platform_limits_hit_total',
  help: 'Calls, requests, messages and connections that were over a limit, by the name of the limit',
  labels: ['limit'],
});
