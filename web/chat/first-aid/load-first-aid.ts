import type { Locale } from '../../../src/shared/locale';
import { lazyImport } from '../../shared/lazy-import';
import type { FirstAidLanguage } from './first-aid-language';
import type { FirstAidTexts } from './texts/en';

const languages: Readonly<Record<Locale, () => Promise<FirstAidLanguage>>> = {
  en: lazyImport(() =>
    join(
      import('./texts/en.js').then(({ en }) => en),
      import('virtual:first-aid/en'),
    ),
  ),
  fr: lazyImport(() =>
    join(
      import('./texts/fr.js').then(({ fr }) => fr),
      import('virtual:first-aid/fr'),
    ),
  ),
  pt: lazyImport(() =>
    join(
      import('./texts/pt.js').then(({ pt }) => pt),
      import('virtual:first-aid/pt'),
    ),
  ),
  ar: lazyImport(() =>
    join(
      import('./texts/ar.js').then(({ ar }) => ar),
      import('virtual:first-aid/ar'),
    ),
  ),
  sw: lazyImport(() =>
    join(
      import('./texts/sw.js').then(({ sw }) => sw),
      import('virtual:first-aid/sw'),
    ),
  ),
};

const component = lazyImport(async () => (await import('./first-aid-cards.js')).FirstAidCards);

/** Loads the list of first aid and its texts. Neither is part of the page's first load. */
export async function loadFirstAid(locale: Locale) {
  const [FirstAidCards, language] = await Promise.all([component(), languages[locale]()]);
  return { FirstAidCards, language };
}

export type LoadedFirstAid = Awaited<ReturnType<typeof loadFirstAid>>;

async function join(
  texts: Promise<FirstAidTexts>,
  sentences: Promise<{ readonly default: FirstAidLanguage['sentences'] }>,
): Promise<FirstAidLanguage> {
  const [loaded, { default: ofSteps }] = await Promise.all([texts, sentences]);
  return { texts: loaded, sentences: ofSteps };
}
