import { countAcceptedConnection } from '../../../src/platform/limits/accepted-connections';
import { FairTurns } from '../../../src/platform/limits/fair-turns';

const CALLER = { accountId: null, address: '203.0.113.1' };
/** What the pipelined requests of a new connection take. */
const CONNECTION_MS = 2;

function work(milliseconds: number): void {
  const endsAt = performance.now() + milliseconds;
  while (performance.now() < endsAt);
}

describe('the accepting of connections before the next turn', () => {
  it('ends after milliseconds, although connections with many requests go on arriving', async () => {
    const turns = new FairTurns();
    expect(turns.take(CALLER)).toBeUndefined();
    work(CONNECTION_MS + 1);
    let connections = 0;
    let hasBegun = false;
    const accept = (): void => {
      if (hasBegun) return;
      connections += 1;
      countAcceptedConnection();
      work(CONNECTION_MS);
      setImmediate(accept);
    };
    const turn = turns.take({ ...CALLER, address: '203.0.113.2' });
    expect(turn).toBeInstanceOf(Promise);
    accept();
    await turn;
    hasBegun = true;
    expect(connections).toBeLessThan(10);
  });
});
