import '../../src/shared/styles/colors.css';
import '../../src/shared/styles/header.css';
import '../shared/styles/base.css';
import '../shared/styles/kit.css';
import './page.css';
import { startReference } from './start';

void startReference();
