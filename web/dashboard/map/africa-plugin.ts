import type { Plugin } from 'vite';
import { africa } from './africa-topology';

/** Replaces `africa-topology.ts` by its computed value, so that the page loads neither its code nor the world map. */
export function africaPlugin(): Plugin {
  return {
    name: 'africa-topology',
    load: {
      filter: { id: /\/africa-topology\.ts$/ },
      handler: () => `export const africa = JSON.parse(${JSON.stringify(JSON.stringify(africa))});`,
    },
  };
}
