import { HELD_OUT_FILES, LEARNED_FILES, readMessages } from '../../../../bench/assistant/labelled-messages';
import { isForeignLanguage } from '../../../../src/modules/chatbot/language/foreign-language';
import { send, storedReply } from '../replies/conversation';
import { RepliesScenario } from '../replies/replies-scenario';
import messages from './foreign-messages.json';

const recognised = (texts: readonly string[]): number =>
  texts.filter(isForeignLanguage).length / texts.length;

describe('a language that the assistant does not understand', () => {
  it.each(Object.entries(messages.development))('is recognised: %s', (_language, texts) => {
    expect(recognised(texts)).toBeGreaterThan(0.6);
  });

  it('is recognised in four of five messages that its words were not written for', () => {
    expect(recognised(Object.values(messages.unseen).flat())).toBeGreaterThan(0.8);
  });

  it('is found in fewer than 2 of 1,000 messages in the five languages, in dialects, without accents and misspelt', () => {
    const known = [...LEARNED_FILES, ...HELD_OUT_FILES].flatMap((file) => readMessages(file));
    expect(known.length).toBeGreaterThan(16_000);
    expect(recognised(known.map(({ text }) => text))).toBeLessThan(0.002);
  });

  it.each(['', 'ok', '🙂', 'malaria', '38.5', 'Amina Otieno', 'paracetamol 500 mg', 'я болен'])(
    'is not found in “%s”, which is in none or in one that was not asked for',
    (text) => {
      expect(isForeignLanguage(text)).toBe(false);
    },
  );
});

describe('the reply to such a message', () => {
  const scenario = RepliesScenario.suite();

  it.each(['Maciji ya sari yarona a kafa', 'Ngicela usizo, inyoka ilume ingane yami', 'መተንፈስ አልችልም እርዱኝ'])(
    'to “%s” is the emergency line in English and French and the languages, without guessed advice',
    async (message) => {
      const { response, urgency, messageId } = await send(scenario.anyone, { message, country: 'KE' });
      expect(response.split('\n')).toEqual([
        expect.stringMatching(/^If this is an emergency: call 1199 now/) as string,
        expect.stringMatching(/^Si c’est une urgence : appelez maintenant le 1199/) as string,
        expect.stringMatching(/English, French, Portuguese, Arabic and Swahili/) as string,
        expect.stringMatching(/français, l’anglais/) as string,
      ]);
      expect(urgency).toBe('routine');
      expect(await storedReply(scenario.platform.database, messageId)).toMatchObject({ content: response });
    },
  );

  it('names the local number if the country is unknown', async () => {
    const { response } = await send(scenario.anyone, { message: 'Ina da ciwon kai da amai' });
    expect(response).toContain('your local emergency number');
  });
});
