import { createHash } from 'node:crypto';
import { PROMPT_VERSION, instructions } from '../../../../src/modules/chatbot/models/prompts/instructions';
import { LOCALES } from '../../../../src/shared/locale';

/** What each version told models, as a digest: replies are counted by version, so that a version is one text for ever. */
const DIGESTS: Readonly<Record<string, string>> = {
  '2': '56f5809b99b4a9e9',
};

describe('the instructions', () => {
  it('do not change without a new version', () => {
    const all = LOCALES.flatMap((language) => [instructions(language, false), instructions(language, true)]);
    const digest = createHash('sha256').update(all.join('\0')).digest('hex').slice(0, 16);
    expect({ [PROMPT_VERSION]: digest }).toEqual({ [PROMPT_VERSION]: DIGESTS[PROMPT_VERSION] });
  });

  it('name the language to answer in, each its own', () => {
    expect(new Set(LOCALES.map((language) => instructions(language, false))).size).toBe(LOCALES.length);
  });

  it('say what stands before the reply in an emergency, and only then', () => {
    for (const language of LOCALES) {
      expect(instructions(language, true)).toContain('never say or suggest that this is not an emergency');
      expect(instructions(language, false)).not.toContain('has recognised a danger sign');
    }
  });
});
