import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';

const { longSuites } = jest.requireActual<{ longSuites: readonly string[] }>('./long-suites.cjs');
const { leftOut } = jest.requireActual<{ leftOut: readonly { suite: string }[] }>('./citus-left-out.cjs');

describe('the lists of suites', () => {
  it.each([
    ['long ones', longSuites],
    ['those left out on Citus', leftOut.map(({ suite }) => suite)],
  ])('name only suites that exist: %s', (_list, suites) => {
    expect(suites.filter((suite) => !existsSync(join(checkoutRoot, suite)))).toEqual([]);
  });
});
