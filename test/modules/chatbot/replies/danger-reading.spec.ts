import { setTimeout as wait } from 'node:timers/promises';
import { prepareDangerSigns } from '../../../../src/modules/triage/danger-signs';
import { DangerReading } from '../../../../src/modules/chatbot/replies/danger-reading';

/** Words that no language knows, which take longest. */
const UNKNOWN = Array.from(
  { length: 400 },
  (_, place) => `qwzkt${String.fromCharCode(97 + (place % 26))}x`,
).join(' ');

describe('the reading of many messages at once', () => {
  it('lets others go on after each of them', async () => {
    prepareDangerSigns();
    const reading = new DangerReading();
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
        await reading.danger(message, []);
        happened.push('read');
      }),
    );
    isOver = true;
    await others;
    const together = happened.filter((what, place) => what === 'read' && happened[place - 1] === 'read');
    expect(together).toEqual([]);
  });

  it('finds what is dangerous, each in its own message', async () => {
    const reading = new DangerReading();
    const [none, chestPain, bleeding] = await Promise.all([
      reading.danger('I cough', []),
      reading.danger('I have crushing chest pain and I cannot breathe', []),
      reading.danger('I am bleeding', ['I am 8 months pregnant']),
    ]);
    expect(none).toBeUndefined();
    expect(chestPain?.signs).toContain('breathing');
    expect(bleeding?.signs).toContain('pregnancy');
  });
});
