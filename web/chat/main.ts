import '../../src/shared/styles/colors.css';
import '../../src/shared/styles/header.css';
import '../shared/styles/base.css';
import '../shared/styles/kit.css';
import './styles/page.css';
import './styles/top.css';
import './styles/panel.css';
import './styles/welcome.css';
import './styles/messages.css';
import './styles/emergency.css';
import './styles/rating.css';
import './styles/composer.css';
import './styles/first-aid.css';
import { startChat } from './page/start';

const root = document.getElementById('app');
if (!root) throw new TypeError('the page has a place for the assistant');
void startChat(root);
