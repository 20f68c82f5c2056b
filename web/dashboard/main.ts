import '../shared/styles/colors.css';
import '../shared/styles/base.css';
import './styles/page.css';
import './styles/controls.css';
import './styles/figures.css';
import './styles/tables.css';
import './styles/cards.css';
import './styles/bars.css';
import './styles/trend.css';
import './styles/map.css';
import './styles/plot.css';
import './styles/print.css';
import { FIRST_ANSWERS_ID, type FirstAnswers } from '../../src/pages/dashboard/first-answers';
import { pickLocale } from '../../src/shared/locale';
import { Dashboard } from './page/dashboard';

const root = document.getElementById('app');
const first = document.getElementById(FIRST_ANSWERS_ID);
if (!root || !first) throw new TypeError('the page has a place for the dashboard and its first answers');

// The server wrote both, with each other's types.
const answers = JSON.parse(first.textContent) as FirstAnswers;
void new Dashboard(root, answers).start(pickLocale(document.documentElement.lang, []));
