import { composeFirstAid } from '../../../src/modules/triage/advice/first-aid';
import { assessMessage } from '../../../src/modules/triage/assess-message';

function stepsFor(message: string): readonly string[] {
  const { signs, contexts, circumstances } = assessMessage(message, []);
  return composeFirstAid(signs, contexts, circumstances).first;
}

const BLEEDING_STEPS = ['rubWomb', 'emptyBladder', 'lieFlatAfterBirth', 'nothingIfSleepy', 'takeBaby'];

describe('the first aid for bleeding after a birth', () => {
  it.each([
    'my sister deliver last nite at home. she has soaked 4 wrappers already since morning and say she feel cold and sleepy',
    'she gave birth yesterday and is bleeding heavily',
    'my wife delivered this morning, blood is pouring and soaking the mattress',
    'ma femme a accouché hier soir, elle a trempé cinq pagnes et elle a froid',
    'a minha irmã deu à luz ontem e já ensopou quatro panos, está fria e com sono',
    'amejifungua jana usiku na anatoka damu nyingi sana',
    'مراتي ولدت امبارح وتنزف كثير',
    'زوجتي وضعت امس وعندها نزيف شديد',
  ])('is rubbing the womb, and nothing for a pregnant woman: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('emergency');
    expect(stepsFor(message)).toEqual(BLEEDING_STEPS);
  });
});

describe('the first aid for another danger after a birth', () => {
  it.each([
    'she delivered 2 days ago and has fever and bad headache',
    'elle a accouché il y a trois jours et elle convulse',
    'amejifungua jana na ana homa kali na degedege',
  ])('does not speak of pregnancy: "%s"', (message) => {
    const steps = stepsFor(message);
    expect(steps).toContain('takeBaby');
    expect(steps).not.toContain('leftSide');
    expect(steps).not.toContain('maternityWard');
  });
});
