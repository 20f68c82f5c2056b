import { isUsual } from '../../../src/modules/triage/measurements/urgency-of-measurement';
import { assessMessage } from '../../../src/modules/triage/assess-message';
import { findMeasurement } from '../../../src/modules/triage/measurements/measurement';

const urgencyOf = (message: string, earlier: readonly string[] = []) =>
  assessMessage(message, earlier).urgency;

describe('a measured value', () => {
  it.each([
    'my BP is 210/130',
    'ma tension est 19/12',
    'tensão 185 por 112',
    'presha 190/115',
    'ضغطي ١٨٥ على ١١٥',
    'my sugar is 2.5 mmol',
    'sugar 1.9 is that ok',
    'ma glycémie est à 0,45',
    'glicemia 350 mg/dl',
    'sukari 22',
    'السكر 420',
  ])('is for today if it is a danger by itself: %s', (message) => {
    expect(urgencyOf(message)).toBe('today');
  });

  it.each([
    ['pregnant 8 months, bp 165/100', []],
    ['BP 150 over 112', ['I am 34 weeks pregnant']],
    ['je suis enceinte, tension 17/11', []],
    ['nina mimba, presha 165/112', []],
  ])('is an emergency if it is a severe pressure in pregnancy: %s', (message, earlier) => {
    const { urgency, signs, isDoubtful } = assessMessage(message, earlier);
    expect({ urgency, isDoubtful }).toEqual({ urgency: 'emergency', isDoubtful: false });
    expect(signs).toContain('pregnancy');
  });

  it('leaves no doubt about an emergency that the weights found', () => {
    const message = 'my mother is confused, her sugar is 28';
    expect(assessMessage(message, [])).toMatchObject({ urgency: 'emergency', isDoubtful: false });
    const pregnant = 'pregnant, BP 170/115, strong headache and she sees stars';
    expect(assessMessage(pregnant, [])).toMatchObject({ urgency: 'emergency', isDoubtful: false });
  });

  it('is for today if it is a high pressure in pregnancy', () => {
    expect(urgencyOf('bp 145/92', ['I am 30 weeks pregnant'])).toBe('today');
    expect(urgencyOf('bp 145/92')).toBe('routine');
  });

  it('stays in the text if it is high for the person whom an earlier message names', () => {
    const message = 'blood pressure 152/96 and I see small spots';
    const alone = isUsual({ kind: 'bloodPressure', upper: 152, lower: 96, rest: '' }, new Set());
    const pregnant = isUsual(
      { kind: 'bloodPressure', upper: 152, lower: 96, rest: '' },
      new Set(['pregnant']),
    );
    expect({ alone, pregnant }).toEqual({ alone: true, pregnant: false });
    expect(urgencyOf(message, ['I am 8 months pregnant'])).toBe('emergency');
  });

  it.each([
    'glicemia em jejum deu 8 mmol/l',
    'minha glicemia está 7,5 mmol/l',
    'glicemia 8 mmol',
    'fasting glucose came back 8 mmol/l',
    'my sugar is 12.4 mmol should I worry',
    'ma glycémie est à 1,9 g/l',
    'sukari 9.8 asubuhi',
    'سكري ٩ مليمول',
    'BP 128/82',
    'tension 13/8',
  ])('is no alarm if it is usual: %s', (message) => {
    expect(urgencyOf(message)).toBe('routine');
  });

  it.each([
    'sugar 7 but he collapsed and does not wake up',
    'sukari 8, anatapika damu nyingi sana',
    'BP 120/80, chest pain like an elephant on me and sweating',
  ])('does not hide an emergency: %s', (message) => {
    expect(urgencyOf(message)).toBe('emergency');
  });

  it.each([
    'je suis diabétique type 2, je peux manger une mangue ?',
    'sou diabético tipo 2',
    "my parents have diabetes, I'm 29",
    'ana kisukari tangu miaka 12',
    'HbA1c was 8, my sugar is fine',
    'فحص السكر التراكمي طلع 8',
    'her sugar was 2.5 last night, now it is 6.2',
    'سكر 1.9',
  ])('is not seen in another, earlier or unclear number: %s', (message) => {
    expect(findMeasurement(message)).toBeUndefined();
  });
});
