import { setTimeout as wait } from 'node:timers/promises';
import { prepareTriage } from '../../../src/modules/triage/assess-message';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import { TriageService } from '../../../src/modules/triage/triage.service';

/** Unknown words take longest, because they may be misspelt. */
const UNKNOWN_WORDS = Array.from(
  { length: 400 },
  (_, index) => `qwzkt${String.fromCharCode(97 + (index % 26))}x`,
).join(' ');

const createContext = (earlier: readonly string[] = []) => ({
  earlier,
  country: undefined,
  sender: { accountId: 'a sender', address: '192.0.2.1' },
});

describe('TriageService with several messages at once', () => {
  it('lets other tasks run between messages', async () => {
    prepareTriage();
    const triage = new TriageService(new FairTurns());
    let turnsOfOthers = 0;
    let isFinished = false;
    const otherTasks = (async () => {
      while (!isFinished) {
        await wait(0);
        turnsOfOthers += 1;
      }
    })();
    const messages = Array.from({ length: 40 }, () => UNKNOWN_WORDS);
    await Promise.all(messages.map((message) => triage.assess(message, createContext())));
    isFinished = true;
    await otherTasks;
    // None if all messages were read in one turn.
    expect(turnsOfOthers).toBeGreaterThanOrEqual(20);
  });

  it('finds the danger of each message', async () => {
    const triage = new TriageService(new FairTurns());
    const [none, chestPain, bleeding] = await Promise.all([
      triage.assess('I cough', createContext([])),
      triage.assess('I have crushing chest pain and I cannot breathe', createContext([])),
      triage.assess('there is a lot of bleeding', createContext(['I am 8 months pregnant'])),
    ]);
    expect(none).toEqual({ urgency: 'routine', emergency: undefined, contexts: new Set() });
    expect(chestPain.emergency?.signs).toContain('breathing');
    expect(bleeding.emergency?.signs).toContain('pregnancy');
  });
});
