import { LEARNED_FILES, readMessages } from '../../../bench/assistant/labelled-messages';
import { assessMessage } from '../../../src/modules/triage/assess-message';

/** Of some 145 messages such as “my son stopped breathing”. */
const MAX_MISSED = 5;

describe('an emergency in a few words', () => {
  const messages = readMessages('short-unlearned.jsonl');

  it('was not learned', () => {
    const learned = new Set(LEARNED_FILES.flatMap((file) => readMessages(file)).map(({ text }) => text));
    expect(messages.filter(({ text }) => learned.has(text))).toEqual([]);
  });

  it('is recognised in each language', () => {
    const missed = messages.filter(({ text }) => assessMessage(text, []).urgency !== 'emergency');
    expect(messages.length).toBeGreaterThan(140);
    expect({ missed, isFew: missed.length <= MAX_MISSED }).toMatchObject({ isFew: true });
  });
});
