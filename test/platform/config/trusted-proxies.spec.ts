import { readEnvironment } from '../../../src/platform/config/environment';
import { REQUIRED, findProblems } from './find-problems';

const EXPECTED = 'expected an address such as 192.0.2.7, or a network such as 10.0.0.0/8 or fd00::/8';

describe('TRUSTED_PROXIES', () => {
  it('is a list of addresses and networks', () => {
    const TRUSTED_PROXIES = '192.0.2.7, 10.0.0.0/8, FD00:0::/8, ::ffff:192.0.2.9, 0.0.0.0/0';
    expect(readEnvironment({ ...REQUIRED, TRUSTED_PROXIES }).TRUSTED_PROXIES).toEqual([
      { address: '192.0.2.7', family: 'ipv4', prefix: 32 },
      { address: '10.0.0.0', family: 'ipv4', prefix: 8 },
      { address: 'fd00::', family: 'ipv6', prefix: 8 },
      { address: '192.0.2.9', family: 'ipv4', prefix: 32 },
      { address: '0.0.0.0', family: 'ipv4', prefix: 0 },
    ]);
  });

  it.each([
    ...['10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8', '10.0.0.0/-1', '/8'],
    ...['10.0.0.1:80', '[::1]', 'fe80::1%eth0', '::ffff:10.0.0.0/104', 'proxy', '*', 'loopback'],
  ])('refuses %s', (text) => {
    const problems = findProblems({ ...REQUIRED, TRUSTED_PROXIES: `10.0.0.1,${text}` });
    expect(problems).toEqual([`TRUSTED_PROXIES: "${text}": ${EXPECTED}`]);
  });
});
