import { findReading } from '../../../../src/modules/chatbot/facts/readings';
import { LOCALES, type Locale } from '../../../../src/shared/locale';
import { send } from '../replies/conversation';
import { RepliesScenario } from '../replies/replies-scenario';

const describeIn = (language: Locale, message: string) => findReading(message)?.describe(language);

describe('a value in a question', () => {
  it.each<[Locale, string, string]>([
    ['en', 'my fasting sugar is 145 mg/dl, is it bad', '8.1 mmol/L (145 mg/dL) before breakfast'],
    ['en', 'sugar 5.4 this morning', '5.4 mmol/L (97 mg/dL) is in the usual range'],
    ['en', 'Random blood sugar of 312?', '17.3 mmol/L (312 mg/dL) is very high'],
    ['en', 'glucose 3.1 mmol/L', '3.1 mmol/L (56 mg/dL) is low'],
    ['en', 'sugar 1.9', '1.9 mmol/L (34 mg/dL) is low'],
    ['fr', 'ma glycémie à jeun est 1,45 g/l', '8,1 mmol/L (1,45 g/L) à jeun'],
    ['fr', 'glycemie 1.10', '6,1 mmol/L (1,1 g/L) est habituel après un repas'],
    ['pt', 'açúcar em jejum 118', '6,6 mmol/L (118 mg/dL) é habitual depois'],
    ['sw', 'sukari yangu ni 13.5 asubuhi', '13.5 mmol/L (243 mg/dL) ni juu wakati wowote'],
    ['ar', 'السكر عندي ٢١٠ بعد الاكل', '11.7 mmol/L (210 mg/dL) مرتفع'],
    ['en', 'my bp is 165/105', '165/105 is clearly high'],
    ['en', 'BP 150 over 85 today', '150/85 is high if'],
    ['en', 'pressure 118/76 ok?', '118/76 is not high'],
    ['en', 'bp 85/50', '85/50 is low'],
    ['fr', 'ma tension est à 16/10', '160/100, c’est nettement haut'],
    ['fr', 'tension 14,5 / 9', '145/90 est haut'],
    ['pt', 'tensão 185 por 112', '185/112 é muito alta'],
    ['sw', 'presha yangu ni 150 na 95', '150/95 ni juu'],
    ['ar', 'ضغطي ١٤٠ على ٩٠', '140/90 مرتفع'],
    ['en', 'paracetamol syrup for a child of 14 kg', '140 to 210 mg a dose. That is 6 to 8.5 ml'],
    ['en', 'how much panadol, he is 8.5kg', '85 to 127 mg a dose'],
    ['fr', 'doliprane pour mon fils de 10 kg', '100 à 150 mg par dose. Soit 4,5 à 6 ml'],
    ['sw', 'paracetamol mtoto kilo 14', 'Kwa kilo 14: 140 hadi 210 mg'],
    ['ar', 'جرعة بنادول لطفل وزنه ١٢ كيلو', '120 إلى 180'],
  ])('is explained in %s: %s', (language, message, text) => {
    expect(describeIn(language, message)).toContain(text);
  });

  it.each([
    'sugar and salt solution: 6 teaspoons of sugar and 1 litre of water',
    'sugar 6 teaspoons',
    'I am diabetic since 12 years',
    'diabetes for 3 months',
    'I have diabetes type 2',
    'my cholesterol is 5.2 mmol',
    'sugar is 900',
    'my pressure is fine since 12/10',
    'the meeting is at 16/10',
    'bp 20/300',
    'pressure 120',
    'paracetamol for a newborn of 3 kg',
    'paracetamol, I weigh 80 kg',
    'how many kg should a child of 2 have',
    'amoxicillin for 14 kg',
    'tension 2026/10/12',
  ])('is not seen in: %s', (message) => {
    expect(findReading(message)).toBeUndefined();
  });

  it('never gives a volume outside of the dose', () => {
    for (let weight = 6; weight < 50; weight += 0.5) {
      const text = describeIn('en', `panadol ${weight} kg`) ?? '';
      const [low = 0, high = 0, ...volumes] = [...text.matchAll(/(\d+(?:\.\d)?) to (\d+(?:\.\d)?)/g)].flatMap(
        ([, from, to]) => [Number(from), Number(to)],
      );
      const milligrams = volumes.map((volume, index) => volume * (index < 2 ? 24 : 50));
      expect(milligrams).toHaveLength(4);
      for (const each of milligrams) {
        expect(each).toBeGreaterThanOrEqual(low - 1);
        expect(each).toBeLessThanOrEqual(high + 1);
      }
    }
  });

  it.each(LOCALES)('has its text in %s for each range', (language) => {
    for (const value of [2, 5, 6.5, 9, 13, 25])
      expect(describeIn(language, `sugar ${value} mmol`)).toMatch(/mmol\/L/);
    for (const value of ['85/50', '120/80', '150/95', '170/105', '190/125'])
      expect(describeIn(language, `bp ${value}`)).toContain(value);
  });
});

describe('the offline reply to a value', () => {
  const scenario = RepliesScenario.suite({ CHATBOT_PROVIDER: 'offline' });
  const reply = async (message: string) => (await send(scenario.anyone, { message })).response;

  it('begins with what the value says, before the fact', async () => {
    expect(await reply('my sugar is 5.4 mmol before breakfast, is that ok')).toMatch(
      /^5\.4 mmol\/L \(97 mg\/dL\) is in the usual range\.\n\nBlood sugar before eating/,
    );
  });

  it('explains the value where another fact fits as well, and asks nothing back', async () => {
    const response = await reply('my bp is 150/95, do I stop my pressure tablets');
    expect(response).toMatch(/^150\/95 is high if/);
    expect(response).not.toContain('Do you want to know');
  });

  it('is first aid only in an emergency', async () => {
    const message = 'her sugar is 2.1 and she is unconscious, she does not wake up';
    const { response, urgency } = await send(scenario.anyone, { message });
    expect(urgency).toBe('emergency');
    expect(response).not.toContain('2.1 mmol');
  });

  it('is no dose for somebody who swallowed too much', async () => {
    const message = 'my son of 14 kg swallowed a bottle of panadol syrup';
    expect(await reply(message)).not.toContain('mg a dose');
  });
});
