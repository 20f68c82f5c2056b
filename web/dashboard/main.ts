import '../../src/shared/styles/colors.css';
import '../../src/shared/styles/header.css';
import '../../src/shared/styles/table.css';
import '../shared/styles/base.css';
import '../shared/styles/kit.css';
import '../shared/styles/figure.css';
import './styles/page.css';
import './styles/controls.css';
import './styles/figures.css';
import './styles/cards.css';
import './styles/bars.css';
import './styles/trend.css';
import './styles/map.css';
import './styles/plot.css';
import './styles/print.css';
import { INITIAL_DATA_ID, type InitialData } from '../../src/pages/dashboard/initial-data';
import { startDashboard } from './page/start';

const root = document.getElementById('app');
const initialData = document.getElementById(INITIAL_DATA_ID);
if (!root || !initialData) throw new TypeError('the page has a place for the dashboard and its initial data');

// The platform that serves this page wrote the data, with the same type.
void startDashboard(root, JSON.parse(initialData.textContent) as InitialData);
