import { createHash } from 'node:crypto';
import { PROMPT_VERSION, instructions } from '../../../../src/modules/chatbot/models/prompts/instructions';
import { LOCALES } from '../../../../src/shared/locale';
import { EMERGENCY, type TestRequest, replyRequest } from './model-scenario';

/** Digests of the instructions by version. The text of a version never changes, because replies are counted by version. */
const DIGESTS: Readonly<Record<string, string>> = { '4': 'c3a8d354a5ab6b40', '5': '1220e98096d9883a' };

const DOUBTFUL = { ...EMERGENCY, isDoubtful: true };

describe('the instructions', () => {
  it('change only with a new version', () => {
    const findings: TestRequest[] = [
      {},
      { urgency: 'today' },
      { emergency: EMERGENCY },
      { emergency: DOUBTFUL },
    ];
    const all = LOCALES.flatMap((language) =>
      findings.map((found) => instructions(replyRequest({ language, ...found }))),
    );
    const digest = createHash('sha256').update(all.join('\0')).digest('hex').slice(0, 16);
    expect({ [PROMPT_VERSION]: digest }).toEqual({ [PROMPT_VERSION]: DIGESTS[PROMPT_VERSION] });
  });

  it('name the language of the reply', () => {
    const all = LOCALES.map((language) => instructions(replyRequest({ language })));
    expect(new Set(all).size).toBe(LOCALES.length);
  });

  it.each(LOCALES)(
    'tell the model what was found and which first aid was given, only in an emergency: %s',
    (language) => {
      const told = instructions(replyRequest({ language, emergency: EMERGENCY }));
      expect(told).toContain('recognised a danger sign in this message (chestPain)');
      expect(told).toContain(EMERGENCY.advice);
      expect(told).toContain('never say or suggest that this is not an emergency');
      expect(instructions(replyRequest({ language }))).not.toContain('in this message');
    },
  );

  it('let the model judge a doubtful emergency', () => {
    const told = instructions(replyRequest({ emergency: DOUBTFUL }));
    expect(told).toContain('suspects an emergency in this message (chestPain)');
    expect(told).toContain(EMERGENCY.advice);
    expect(told).toMatch(/Unless you are sure that it is none: .* do not contradict it/);
  });

  it('tell the model that the reply begins with the line for the same day', () => {
    expect(instructions(replyRequest({ urgency: 'today' }))).toContain('should be seen the same day. Before');
  });
});
