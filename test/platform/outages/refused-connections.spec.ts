import { testOutage } from './outage-tests';

testOutage('refused');
