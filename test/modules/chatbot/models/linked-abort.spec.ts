import { getEventListeners } from 'node:events';
import { LinkedAbort } from '../../../../src/modules/chatbot/models/linked-abort';
import { readReply } from './model-scenario';
import * as model from '../../../support/model-server';
import { ChainScenario } from './chain-scenario';

describe('LinkedAbort', () => {
  it('aborts with the reason of its source, also if the source is aborted already', () => {
    const source = new AbortController();
    const before = new LinkedAbort(source.signal);
    source.abort('over');
    const after = new LinkedAbort(source.signal);
    expect([before.signal.reason, after.signal.reason]).toEqual(['over', 'over']);
  });

  it('does not abort its source', () => {
    const source = new AbortController();
    const linked = new LinkedAbort(source.signal);
    linked.abort('silence');
    expect([linked.signal.reason, source.signal.aborted]).toEqual(['silence', false]);
  });

  it('does not follow its source after unlink', () => {
    const source = new AbortController();
    const linked = new LinkedAbort(source.signal);
    linked.unlink();
    expect(getEventListeners(source.signal, 'abort')).toHaveLength(0);
    source.abort();
    expect(linked.signal.aborted).toBe(false);
  });
});

describe('the signal of a reply', () => {
  const scenario = new ChainScenario();

  it.each([
    ['a complete reply', model.completes('Drink water.')],
    ['a failed reply', model.fails(500)],
  ])('has no listener after %s', async (_case, behaviour) => {
    scenario.first.behave(behaviour);
    const { signal } = new AbortController();
    await readReply(scenario.chain(), {}, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
