import type { Plugin } from 'vite';
import { countries } from '../../../src/modules/triage/advice/emergency-numbers.json';

/** Leaves out the sources of the emergency numbers, which the page does not show. */
export function emergencyNumbersPlugin(): Plugin {
  const shown = Object.entries(countries).map(([code, { numbers, helplines }]) => [
    code,
    {
      numbers: numbers.map(({ number, service }) => ({ number, service })),
      helplines: helplines.map(({ number, name }: { number: string; name: string }) => ({ number, name })),
    },
  ]);
  return {
    name: 'emergency-numbers',
    load: {
      filter: { id: /\/emergency-numbers\.json$/ },
      handler: () => JSON.stringify({ countries: Object.fromEntries(shown) as object }),
    },
  };
}
