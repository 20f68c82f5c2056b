import { testOutage } from './outage-tests';

testOutage('silent');
