import { getEventListeners } from 'node:events';
import { LinkedAbort } from '../../../../src/modules/chatbot/models/linked-abort';
import { read } from './model-scenario';
import * as model from '../../../support/model-server';
import { ChainScenario } from './chain-scenario';

describe('a linked abort', () => {
  it('follows the other signal, for its reason, and whoever is late at once', () => {
    const other = new AbortController();
    const before = new LinkedAbort(other.signal);
    other.abort('over');
    const after = new LinkedAbort(other.signal);
    expect([before.signal.reason, after.signal.reason]).toEqual(['over', 'over']);
  });

  it('leaves the other signal alone', () => {
    const other = new AbortController();
    const linked = new LinkedAbort(other.signal);
    linked.abort('silence');
    expect([linked.signal.reason, other.signal.aborted]).toEqual(['silence', false]);
  });

  it('is nothing to the other signal once it is let go', () => {
    const other = new AbortController();
    const linked = new LinkedAbort(other.signal);
    linked.unlink();
    expect(getEventListeners(other.signal, 'abort')).toHaveLength(0);
    other.abort();
    expect(linked.signal.aborted).toBe(false);
  });
});

describe('the signal of a reply', () => {
  let scenario: ChainScenario;
  beforeAll(async () => {
    scenario = await ChainScenario.start();
  });
  afterAll(() => scenario.close());

  it.each([
    ['a whole one', model.completes('Drink water.')],
    ['one that broke off', model.fails(500)],
  ])('has no listener left after %s', async (_case, behaviour) => {
    scenario.reset();
    scenario.first.server.behave(behaviour);
    const { signal } = new AbortController();
    await read(scenario.chain(), {}, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
