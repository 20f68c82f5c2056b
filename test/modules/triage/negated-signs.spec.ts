import { assessMessage } from '../../../src/modules/triage/assess-message';
import { ABSENT, maskNegatedSigns } from '../../../src/modules/triage/classifier/negated-signs';
import { splitWords } from '../../../src/shared/words';
import { measureProcessorTime } from '../../support/processor-time';

const mask = (message: string) => maskNegatedSigns(splitWords(message)).join(' ');

describe('a sign that somebody does not have', () => {
  it.each([
    ['no blurred vision', `no ${ABSENT}`],
    ['my vision is not blurred', `my vision is not ${ABSENT}`],
    ['no severe headache or fever, only tired', `no ${ABSENT} , only tired`],
    ['without fever she coughs', `without ${ABSENT} she coughs`],
    ['pas de mal de tête, pas de sang', `pas ${ABSENT} , pas ${ABSENT}`],
    ['ni fièvre ni vomissement', `ni ${ABSENT} ni ${ABSENT}`],
    ['sem dor de cabeça, não tem febre', `sem ${ABSENT} , nao ${ABSENT}`],
    ['sina maumivu ya kichwa wala homa', `sina ${ABSENT} wala ${ABSENT}`],
    ['hatoki damu', `hatoki ${ABSENT}`],
    ['مفيش صداع ولا نزيف', `مفيش ${ABSENT}`],
    ['نظري مش مزغلل', `نظري مش ${ABSENT}`],
  ])('is masked: "%s"', (message, expected) => {
    expect(mask(message)).toBe(expected);
  });

  it.each([
    'she is not breathing and does not wake up',
    'e no fit breathe',
    'no, the headache is severe',
    'no be small pain',
    'he does not stop vomiting',
    'il n’arrête pas de saigner',
    'elle ne cesse pas de vomir',
    'il ne peut pas vomir',
    'il saigne pas mal',
    'il est sans connaissance',
    'dor no peito e no braço a sangrar',
    'não para de sangrar',
    'não aguento a dor',
    'mtoto hana damu',
    'haachi kutapika',
    'الدم مش بيقف',
    'مش قادر يتنفس',
  ])('is not in "%s"', (message) => {
    expect(mask(message)).toBe(splitWords(message).join(' '));
  });

  it.each([
    'I am pregnant, no headache, no blurred vision',
    'my vision is not blurred',
    'je suis enceinte, pas de mal de tête, pas de vue floue',
    'estou grávida, sem dor de cabeça, sem visão turva',
    'nina mimba, sina maumivu ya kichwa, sioni ukungu',
    'انا حامل، مفيش صداع ومفيش زغللة',
  ])('is no danger: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('routine');
  });

  it.each([
    ['no fever, but she does not wake up', 'unconscious'],
    ['pas de fièvre mais elle n’arrive plus à respirer', 'breathing'],
    ['sem dor mas estou a vomitar sangue', 'bleeding'],
    ['sina homa lakini damu inamwagika, nina mimba ya miezi minane', 'bleeding'],
    ['مفيش سخونية بس بقه معووج وايده مش بتتحرك', 'stroke'],
  ])('hides no other one: "%s"', (message, sign) => {
    const { urgency, signs } = assessMessage(message, []);
    expect(urgency).toBe('emergency');
    expect(signs).toContain(sign);
  });

  it.each(['no ', 'no pain ', 'sem dor de '])(
    'is found in bounded time if "%s" is repeated',
    async (part) => {
      const words = splitWords(part.repeat(10_000));
      expect(await measureProcessorTime(() => maskNegatedSigns(words))).toBeLessThan(1_000);
    },
  );
});
