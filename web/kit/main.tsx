import '../../src/shared/styles/colors.css';
import '../../src/shared/styles/header.css';
import '../../src/shared/styles/table.css';
import '../shared/styles/base.css';
import '../shared/styles/kit.css';
import '../shared/styles/figure.css';
import './kit.css';
import { render } from 'preact';
import { LOCALES } from '../../src/shared/locale';
import { ar } from '../dashboard/i18n/messages/ar';
import { en } from '../dashboard/i18n/messages/en';
import { fr } from '../dashboard/i18n/messages/fr';
import { pt } from '../dashboard/i18n/messages/pt';
import { sw } from '../dashboard/i18n/messages/sw';
import { Examples } from './examples';

const MESSAGES = { ar, en, fr, pt, sw };

/** Every component in every language, which gives the direction, and in both themes. */
function Kit() {
  return (
    <main>
      {LOCALES.flatMap((locale) =>
        (['light', 'dark'] as const).map((theme) => (
          <Examples key={`${locale} ${theme}`} locale={locale} theme={theme} messages={MESSAGES[locale]} />
        )),
      )}
    </main>
  );
}

const root = document.getElementById('app');
if (!root) throw new TypeError('the page has a place for the components');
render(<Kit />, root);
