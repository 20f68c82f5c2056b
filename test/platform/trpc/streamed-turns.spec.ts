import { currentOwner } from '../../../src/platform/limits/current-turns';
import { IgnoredFields } from '../../../src/platform/trpc/transport/ignored-fields';
import { ListeningSuite } from '../../support/listening-suite';
import { occupyProcessor } from '../../support/occupy-processor';
import { OtherCaller } from '../../support/other-caller';

const CALLS = 50;

describe('a streamed batch', () => {
  const suite = new ListeningSuite();

  afterEach(() => jest.restoreAllMocks());

  it('reads its inputs in turns of its caller, between those of others', async () => {
    const { app } = suite.platform;
    const cookie = await suite.platform.session({ role: 'ministry', country: 'KE' });
    const account = await suite.accountOf(suite.anyone.as(cookie));
    const origin = await app.getUrl();
    const other = new OtherCaller(suite.platform);
    const owners = new Set<unknown>();
    /** The pieces of the other that were served before each input. */
    const servedBefore: number[] = [];
    jest.spyOn(IgnoredFields.prototype, 'readInput').mockImplementation(() => {
      other.start();
      servedBefore.push(other.served);
      owners.add(currentOwner());
      occupyProcessor(1);
      return { year: 2026 };
    });

    const names = new Array<string>(CALLS).fill('health.pathologyStats').join(',');
    const response = await fetch(`${origin}/api/trpc/${names}?batch=1`, {
      headers: { cookie, 'trpc-accept': 'application/jsonl' },
    });
    expect(response.status).toBe(200);
    await response.text();
    await other.end();
    // The calls read them again.
    const first = servedBefore.slice(0, CALLS);
    expect(first.at(-1)).toBeGreaterThan((first[0] ?? Infinity) + CALLS / 5);
    expect([...owners]).toEqual([account]);
  });
});
