import { FairTurns } from '../../../src/platform/limits/fair-turns';
import type { WorkOwner } from '../../../src/platform/limits/work-owner';

/** Longer than the time for work in one turn of the event loop, and too short for a rest. */
const PIECE_MS = 4;

const network = (address: string) => ({ accountId: null, address });

describe('turns of batches of messages and of invalid messages', () => {
  afterEach(() => jest.restoreAllMocks());

  it('lets neither calls delay the reading of messages in a batch, nor that delay messages of their sender', async () => {
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const turns = new FairTurns();
    const order: string[] = [];
    const run = async (name: string, turn: Promise<void> | undefined) => {
      if (turn) await turn;
      order.push(name);
      clock += PIECE_MS;
    };
    const owner = network('1');
    const calls = Array.from({ length: 5 }, () => run('call', turns.take(owner)));
    const batches = Array.from({ length: 5 }, () => run('batch', turns.takeForMessages(owner)));
    turns.countMessage(owner, 24);
    await Promise.all([...calls, ...batches, run('message', turns.takeForMessage(owner))]);
    expect(order.indexOf('message')).toBeLessThanOrEqual(2);
    expect(order.indexOf('batch')).toBeLessThanOrEqual(4);
  });

  it.each<[string, (turns: FairTurns, owner: WorkOwner) => Promise<void> | undefined]>([
    ['calls', (turns, owner) => turns.take(owner)],
    ['messages', (turns, owner) => turns.takeForMessage(owner)],
    ['batches of messages', (turns, owner) => turns.takeForMessages(owner)],
    ['checks', (turns, owner) => turns.takeForCheck(owner)],
  ])('lets no refusal of an invalid message delay %s of its sender', async (_kind, take) => {
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const turns = new FairTurns();
    const order: string[] = [];
    const run = async (name: string, turn: Promise<void> | undefined) => {
      if (turn) await turn;
      order.push(name);
      clock += PIECE_MS;
    };
    const owner = network('1');
    const refusals = Array.from({ length: 50 }, () => run('refusal', turns.takeForRefusal(owner)));
    await Promise.all([...refusals, run('other', take(turns, owner))]);
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('lets messages in a batch of a new network pass batches of networks that sent others', async () => {
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const turns = new FairTurns();
    const order: string[] = [];
    const read = async (sender: string) => {
      const turn = turns.takeForMessages(network(sender));
      if (turn) await turn;
      order.push(sender);
      clock += PIECE_MS;
    };
    await Promise.all(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'new'].map(read));
    expect(order.indexOf('new')).toBeLessThanOrEqual(3);
  });
});
