import { setTimeout as wait } from 'node:timers/promises';
import { compileSignRules } from '../../../src/modules/triage/find-danger';
import { TriageService } from '../../../src/modules/triage/triage.service';

/** Words that no language knows, which take longest. */
const UNKNOWN = Array.from(
  { length: 400 },
  (_, place) => `qwzkt${String.fromCharCode(97 + (place % 26))}x`,
).join(' ');

const context = (earlier: readonly string[] = []) => ({ earlier, country: undefined });

describe('the triage of several messages at once', () => {
  it('serves other work after each message', async () => {
    compileSignRules();
    const triage = new TriageService();
    const happened: string[] = [];
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await wait(0);
        happened.push('other');
      }
    })();
    const messages = Array.from({ length: 8 }, () => UNKNOWN);
    await Promise.all(
      messages.map(async (message) => {
        await triage.assess(message, context());
        happened.push('read');
      }),
    );
    isOver = true;
    await others;
    const together = happened.filter((what, place) => what === 'read' && happened[place - 1] === 'read');
    expect(together).toEqual([]);
  });

  it('finds the danger of each message', async () => {
    const triage = new TriageService();
    const [none, chestPain, bleeding] = await Promise.all([
      triage.assess('I cough', context([])),
      triage.assess('I have crushing chest pain and I cannot breathe', context([])),
      triage.assess('I am bleeding', context(['I am 8 months pregnant'])),
    ]);
    expect(none).toBeUndefined();
    expect(chestPain?.signs).toContain('breathing');
    expect(bleeding?.signs).toContain('pregnancy');
  });
});
