import type { FairTurns } from '../../../src/platform/limits/fair-turns';
import type { WorkOwner } from '../../../src/platform/limits/work-owner';
import { network, startTurns } from './turn-order';

describe('turns of batches of messages and of invalid messages', () => {
  afterEach(() => jest.restoreAllMocks());

  it('lets neither calls delay the reading of messages in a batch, nor that delay messages of their sender', async () => {
    const { turns, order, run } = startTurns();
    const owner = network('1');
    const calls = Array.from({ length: 5 }, () => run('call', turns.take(owner)));
    const batches = Array.from({ length: 5 }, () => run('batch', turns.takeForMessageBatch(owner)));
    turns.countMessage(owner, 24);
    await Promise.all([...calls, ...batches, run('message', turns.takeForMessage(owner))]);
    expect(order.indexOf('message')).toBeLessThanOrEqual(2);
    expect(order.indexOf('batch')).toBeLessThanOrEqual(4);
  });

  it.each<[string, (turns: FairTurns, owner: WorkOwner) => Promise<void> | undefined]>([
    ['calls', (turns, owner) => turns.take(owner)],
    ['messages', (turns, owner) => turns.takeForMessage(owner)],
    ['batches of messages', (turns, owner) => turns.takeForMessageBatch(owner)],
    ['checks', (turns, owner) => turns.takeForCheck(owner)],
  ])('lets no refusal of an invalid message delay %s of its sender', async (_kind, take) => {
    const { turns, order, run } = startTurns();
    const owner = network('1');
    const refusals = Array.from({ length: 50 }, () => run('refusal', turns.takeForRefusal(owner)));
    await Promise.all([...refusals, run('other', take(turns, owner))]);
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('lets messages in a batch of a new network pass batches of networks that sent others', async () => {
    const { turns, order, run } = startTurns();
    const read = (sender: string) => run(sender, turns.takeForMessageBatch(network(sender)));
    await Promise.all(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'new'].map(read));
    expect(order.indexOf('new')).toBeLessThanOrEqual(3);
  });
});
