import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();

/** `soon` has the words of the reply for an examination soon. */
const COMPLAINTS = {
  en: {
    soon: 'soon, within days',
    angina: [
      'which doctor for chest pain when I exercise, for months',
      'my chest hurts when climbing stairs',
      'I have had a tight chest while walking uphill',
      'chest pain for months',
    ],
    lump: ['lump in my breast', 'I found a lump in my left breast', 'my nipple is bleeding'],
    tuberculosis: [
      'I have been coughing for 3 weeks and I am losing weight',
      'cough for two months, I have become thin',
    ],
    harmless: ['my knee hurts when I walk', 'I have a cough since yesterday', 'itchy breast skin'],
  },
  fr: {
    soon: 'bientôt, dans les prochains jours',
    angina: [
      'mal à la poitrine quand je marche',
      'douleur à la poitrine à l’effort',
      'j’ai mal à la poitrine en montant les escaliers',
    ],
    lump: ['j’ai une boule au sein', 'une grosseur dans le sein'],
    tuberculosis: ['je tousse depuis 3 semaines et je maigris', 'toux depuis deux mois avec perte de poids'],
    harmless: ['j’ai mal au genou quand je marche', 'je tousse depuis hier'],
  },
  pt: {
    soon: 'em breve, nos próximos dias',
    angina: ['dor no peito quando ando', 'dói-me o peito ao subir escadas', 'dor no peito ao esforço'],
    lump: ['tenho um caroço na mama', 'nódulo no seio'],
    tuberculosis: ['tenho tosse há 3 semanas e emagreci', 'tosse há dois meses e perda de peso'],
    harmless: ['dor no joelho quando ando', 'tenho tosse desde ontem'],
  },
  ar: {
    soon: 'قريبًا، خلال أيام',
    angina: ['ألم في الصدر عند المشي', 'وجع في الصدر مع المجهود', 'صدري يؤلمني عندما أصعد الدرج'],
    lump: ['وجدت كتلة في الثدي', 'ورم في ثديي أو في الثدي'],
    tuberculosis: ['سعال منذ 3 أسابيع ووزني ينقص', 'كحة منذ شهر مع فقدان الوزن'],
    harmless: ['ألم في الركبة عند المشي', 'عندي سعال منذ أمس'],
  },
  sw: {
    soon: 'mapema, ndani ya siku chache',
    angina: [
      'maumivu ya kifua nikitembea',
      'kifua kinauma nikipanda ngazi',
      'kifua kinabana nikifanya mazoezi',
    ],
    lump: ['nina uvimbe kwenye titi', 'donge kwenye ziwa langu'],
    tuberculosis: ['nakohoa wiki tatu na ninakonda', 'kikohozi cha miezi miwili na nimekonda'],
    harmless: ['goti linauma nikitembea', 'nakohoa tangu jana'],
  },
} satisfies Record<Locale, Record<string, string | string[]>>;

describe('the advice to be examined soon', () => {
  it.each([
    'what is a lump in the breast',
    'is my breast lump cancer?',
    'which medicine for chest pain when walking',
    'my bp is 150/95 and I have chest pain when I walk',
  ])('is given with any question: %s', async (question) => {
    expect(await scenario.reply(question)).toContain(COMPLAINTS.en.soon);
  });
});

describe.each(LOCALES)('the advice to be examined soon, in %s', (language) => {
  const { soon, angina, lump, tuberculosis, harmless } = COMPLAINTS[language];

  it.each(angina)('is given for chest pain on effort, with cardiology: %s', async (complaint) => {
    const reply = await scenario.reply(complaint, { language });
    expect(reply).toContain(`: ${await scenario.name('cardiology', language)}.`);
    expect(reply).toContain(soon);
  });

  it.each(lump)('is given for a lump in the breast, with oncology: %s', async (complaint) => {
    const reply = await scenario.reply(complaint, { language });
    expect(reply).toContain(await scenario.name('oncology', language));
    expect(reply).toContain(soon);
  });

  it.each(tuberculosis)(
    'is given by the fact for a long cough with loss of weight: %s',
    async (complaint) => {
      const reply = await scenario.reply(complaint, { language });
      expect(reply).toContain(getFact('longCough').texts[language]);
      expect(reply).toContain(await scenario.name('pulmonology', language));
    },
  );

  it.each([...angina, ...lump, ...tuberculosis])(
    'does not contradict the line for the same day: %s',
    async (complaint) => {
      expect(await scenario.reply(complaint, { language, urgency: 'today' })).not.toContain(soon);
    },
  );

  it.each(harmless)('is not given for other complaints: %s', async (complaint) => {
    const reply = await scenario.reply(complaint, { language });
    expect(reply).not.toContain(soon);
    expect(reply).not.toContain(await scenario.about('pathology/tuberculosis', language));
  });
});
