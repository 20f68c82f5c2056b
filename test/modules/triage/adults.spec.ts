import { composeFirstAid } from '../../../src/modules/triage/advice/first-aid';
import { assessMessage } from '../../../src/modules/triage/assess-message';

const OF_CHILDREN = /Infant|breathsChild|infant|skinToSkin|lightClothes|keepFeeding|keepBreastfeeding/;

function stepsFor(message: string, earlier: readonly string[] = []): string[] {
  const { signs, contexts, circumstances } = assessMessage(message, earlier);
  const { first, more } = composeFirstAid(signs, contexts, circumstances);
  return [...first, ...more];
}

describe('an adult who says the own age', () => {
  it.each([
    'I am 30 years old, body hot and weak, malaria test negative',
    'im 27 yrs, body dey hot, i weak, malaria test negative',
    'j’ai 35 ans, corps chaud et faible, test palu négatif',
    'tenho 28 anos, corpo quente e fraco, teste de malária negativo',
    'nina miaka 40, mwili wa moto na mdhaifu, kipimo cha malaria hasi',
    'عمري ٣٣ سنة جسمي ساخن وضعيف وتحليل الملاريا سلبي',
  ])('has no sign of small children: "%s"', (message) => {
    expect(assessMessage(message, []).signs).not.toContain('smallChild');
    expect(stepsFor(message).filter((step) => OF_CHILDREN.test(step))).toEqual([]);
  });

  it.each([
    'I am 30 years old, high fever since yesterday, very weak, I cannot stand, yellow eyes and dark urine',
    'I am 45 years old, I am choking on a piece of meat and cannot breathe',
    'j’ai 52 ans, douleur forte dans la poitrine et je transpire',
    'tenho 19 anos e não consigo respirar, os lábios estão azuis',
    'nina miaka 60, nimepooza upande mmoja ghafla na siwezi kuongea',
    'عمري 40 سنة وعندي ألم شديد في الصدر وضيق تنفس',
    'I am 75 years old, cold, limp, not drinking',
    'I am 45 years old and very weak, cold hands, cannot drink',
    'I am 50 years old, no urine since yesterday, cannot drink, cold hands',
    'I am 18 years old, body very hot, sleeping all day, does not eat or drink',
  ])('has an emergency without steps for children: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('emergency');
    expect(stepsFor(message).filter((step) => OF_CHILDREN.test(step))).toEqual([]);
  });
});

describe('an adult who writes of a child', () => {
  it.each([
    'I am 30 years old and my baby is hot and weak and does not breastfeed',
    'im 24 years old, my son of 2 years does not breathe',
    'j’ai 30 ans, mon bébé ne respire plus',
    'tenho 25 anos, o meu filho não respira',
    'nina miaka 22, mtoto wangu hapumui',
    'عمري 30 سنة وطفلي لا يتنفس',
  ])('gets the steps for a child: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('emergency');
    expect(stepsFor(message).some((step) => OF_CHILDREN.test(step))).toBe(true);
  });

  it('gets them after an earlier message about the child', () => {
    const earlier = ['my baby is 8 months old'];
    const message = 'I am 30 years old. I see no breath and blue lips, no reaction';
    expect(stepsFor(message, earlier).some((step) => OF_CHILDREN.test(step))).toBe(true);
  });
});
