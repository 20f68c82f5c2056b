import { MessageLimitsService } from '../../../../src/modules/chatbot/limits/message-limits.service';
import { suitePlatform } from '../../../support/platform';

describe('the slots of anonymous replies', () => {
  const platform = suitePlatform({ CHATBOT_ANONYMOUS_CONCURRENCY: '20' });
  const taken: (() => void)[] = [];
  afterEach(() => {
    for (const free of taken.splice(0)) free();
  });

  /** Takes as many slots as addresses get, and returns how many. */
  async function takeSlots(addresses: readonly string[]): Promise<number> {
    const limits = platform.app.get(MessageLimitsService);
    const before = taken.length;
    for (const address of addresses)
      await limits.takeSlot({ accountId: null, address, languages: [] }).then(
        (free) => taken.push(free),
        () => undefined,
      );
    return taken.length - before;
  }

  const repeated = (count: number, addressOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => addressOf(index));

  it.each([
    ['one address', () => '196.200.10.7', 5],
    ['one subscriber', (index: number) => `2001:db8:99:1::${index + 1}`, 5],
    ['networks of one organisation', (index: number) => `2001:db8:99:${index}::1`, 10],
    ['addresses of one organisation', (index: number) => `196.200.10.${index}`, 10],
    ['many organisations', (index: number) => `2001:db8:${index}::1`, 20],
  ])('leave room for others: %s', async (_case, addressOf, count) => {
    expect(await takeSlots(repeated(40, addressOf))).toBe(count);
    expect(await takeSlots(['41.90.1.1'])).toBe(count < 20 ? 1 : 0);
  });

  it('are free again after the replies, and after a refusal', async () => {
    const addresses = repeated(40, (index) => `2001:db8:99:${index}::1`);
    for (let round = 0; round < 3; round += 1) {
      expect(await takeSlots(addresses)).toBe(10);
      for (const free of taken.splice(0)) free();
    }
  });
});
