import { detectLanguage, loadLanguageWords } from '../../../../src/modules/chatbot/language/detect-language';
import { replyLanguage } from '../../../../src/modules/chatbot/language/reply-language';
import { measureProcessorTime } from '../../../support/processor-time';

const TEXTS = [
  ['I have a fever and cough since yesterday', 'en'],
  ['what is diabetes?', 'en'],
  ['my back is paining me', 'en'],
  ['which doctor for eyes', 'en'],
  ['j ai mal a la tete depuis hier', 'fr'],
  ['C’est quoi le paludisme ?', 'fr'],
  ['quel médecin pour les dents', 'fr'],
  ['Mon bébé ne tète plus', 'fr'],
  ['Estou com dor de cabeça desde ontem', 'pt'],
  ['o que é a malária?', 'pt'],
  ['qual médico para o coração', 'pt'],
  ['Tenho tosse há três semanas', 'pt'],
  ['عندي حمى منذ يومين', 'ar'],
  ['ما هو السكري؟', 'ar'],
  ['أي طبيب للعيون', 'ar'],
  ['nina homa na kichwa kinauma', 'sw'],
  ['malaria ni nini?', 'sw'],
  ['daktari gani wa macho', 'sw'],
  ['Ninakohoa wiki tatu', 'sw'],
  ['erectile dysfunction', 'en'],
  ['kidney stones', 'en'],
  ['dysfonction érectile', 'fr'],
  ['paludisme', 'fr'],
  ['disfunção erétil', 'pt'],
  ['paludisme chronique', 'fr'],
  ['kifua kikuu', 'sw'],
] as const;

describe('detectLanguage', () => {
  beforeAll(loadLanguageWords);

  it.each(TEXTS)('for "%s" returns %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each(['malaria', 'ok', '🙂', '', '38.5', 'diabetes'])('for "%s" returns undefined', (text) => {
    expect(detectLanguage(text)).toBeUndefined();
  });

  it('takes less than 100 ms for a long text', async () => {
    const text = 'qwxz vbnm '.repeat(400);
    expect(await measureProcessorTime(() => detectLanguage(text))).toBeLessThan(100);
  });
});

describe('replyLanguage', () => {
  const message = 'J’ai de la fièvre';

  it.each([
    ['J’ai de la fièvre depuis hier, que dois-je faire ?', 'fr'],
    ['my son has a cough and he does not sleep', 'en'],
    ['o meu filho tem tosse e não dorme', 'pt'],
    ['mtoto wangu ana homa na hali vizuri', 'sw'],
    ['ابني عنده سخونية', 'ar'],
  ])('returns the language of “%s”, which is clear, whatever the caller prefers', (clear, language) => {
    for (const preferred of [['pt-MZ', 'en'], ['sw'], ['ar-EG']])
      expect(replyLanguage({ message: clear, preferred, earlier: [] })).toBe(language);
  });

  it('returns the first supported language that the caller prefers if that of the message is not clear', () => {
    for (const short of ['malaria', 'diabetes 2', 'ok'])
      expect(replyLanguage({ message: short, preferred: ['de-DE', 'sw'], earlier: [] })).toBe('sw');
  });

  it('returns the language of the message if the caller prefers no supported one', () => {
    expect(replyLanguage({ message, preferred: [], earlier: [] })).toBe('fr');
    expect(replyLanguage({ message, preferred: ['de', '*'], earlier: [] })).toBe('fr');
  });

  it('returns the language of the last earlier message if the message is too short', () => {
    const earlier = ['I have a toothache', 'Nina homa tangu jana'];
    expect(replyLanguage({ message: 'malaria', preferred: [], earlier })).toBe('sw');
  });

  it.each(['2 years, shit water 5 times today, dey drink small', 'malaria', 'pikin dey hot'])(
    'stays with the language of the conversation, also where Pidgin is mixed in: “%s”',
    (short) => {
      const earlier = ['my child has been ill since yesterday and what can I do'];
      for (const preferred of [['pt-MZ'], ['fr'], []])
        expect(replyLanguage({ message: short, preferred, earlier })).toBe('en');
    },
  );

  it('changes to the language of a message that is clear', () => {
    const earlier = ['my child has been ill since yesterday and what can I do'];
    expect(replyLanguage({ message: 'mtoto wangu ana homa na hali vizuri', preferred: [], earlier })).toBe(
      'sw',
    );
  });

  it('returns English if no language is known', () => {
    expect(replyLanguage({ message: 'malaria', preferred: [], earlier: ['ok'] })).toBe('en');
  });
});
