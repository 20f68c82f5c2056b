import type { Plugin } from 'vite';
import { getFirstAidSentences } from '../../../src/modules/triage/advice/emergency-advice';
import { composeCards, listSources } from '../../../src/modules/triage/advice/first-aid-cards';
import { LOCALES } from '../../../src/shared/locale';

/** The modules below this name are data of the platform's advice; `first-aid-data.d.ts` has their types. */
const PREFIX = 'virtual:first-aid/';

/**
 * Provides the platform's first aid as modules: the cards, and the sentences of their steps in each language. The page has no copy
 * of its texts, and loads them when they are needed.
 */
export function firstAidPlugin(): Plugin {
  return {
    name: 'first-aid',
    resolveId: {
      filter: { id: /^virtual:first-aid\// },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:first-aid\// },
      handler: (id) => `export default ${JSON.stringify(dataOf(id.slice(1 + PREFIX.length)))};`,
    },
  };
}

function dataOf(name: string): object {
  const cards = composeCards();
  const sources = listSources(cards);
  if (name === 'cards') return { cards, sources };
  const locale = LOCALES.find((one) => one === name);
  if (!locale) throw new TypeError(`there is no first aid in “${name}”`);
  const sentences = getFirstAidSentences(locale);
  return Object.fromEntries(Object.keys(sources).map((id) => [id, sentences[id]]));
}
