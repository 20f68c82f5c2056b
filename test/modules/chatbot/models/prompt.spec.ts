import { createHash } from 'node:crypto';
import { PROMPT_VERSION, instructions } from '../../../../src/modules/chatbot/models/prompts/instructions';
import { LOCALES } from '../../../../src/shared/locale';

/** Digests of the instructions by version. The text of a version never changes, because replies are counted by version. */
const DIGESTS: Readonly<Record<string, string>> = { '2': '56f5809b99b4a9e9' };

describe('the instructions', () => {
  it('change only with a new version', () => {
    const all = LOCALES.flatMap((language) => [instructions(language, false), instructions(language, true)]);
    const digest = createHash('sha256').update(all.join('\0')).digest('hex').slice(0, 16);
    expect({ [PROMPT_VERSION]: digest }).toEqual({ [PROMPT_VERSION]: DIGESTS[PROMPT_VERSION] });
  });

  it('name the language of the reply', () => {
    expect(new Set(LOCALES.map((language) => instructions(language, false))).size).toBe(LOCALES.length);
  });

  it('mention the advice before the reply only in an emergency', () => {
    for (const language of LOCALES) {
      expect(instructions(language, true)).toContain('never say or suggest that this is not an emergency');
      expect(instructions(language, false)).not.toContain('has recognised a danger sign');
    }
  });
});
