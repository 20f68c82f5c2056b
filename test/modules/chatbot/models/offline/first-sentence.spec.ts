import { SENTENCES } from '../../../../../src/modules/chatbot/models/offline/sentences';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();
const sentences = SENTENCES.en;

describe('the first sentence of a fact', () => {
  it.each<[Locale, string, string]>([
    ['en', 'I feel well, can I stop my blood pressure tablets', 'Go on with them'],
    ['fr', 'puis-je arrêter les comprimés de la tension', 'Continuez-les'],
    ['pt', 'posso parar o comprimido da tensão', 'Continue: não pare'],
    ['sw', 'naweza kuacha dawa za presha', 'Endelea nazo'],
    ['ar', 'هل اوقف حبوب الضغط', 'استمر عليها'],
    ['en', 'does my husband need treatment for my gonorrhoea', 'Yes, also without signs'],
    ['pt', 'tenho corrimento, o meu marido tem de tratar-se', 'Se for uma infeção sexualmente'],
    ['en', 'my husband has gonorrhoea, must I be treated too', 'Yes, also without signs'],
    ['fr', 'TDR négatif mais la fièvre continue, pourquoi ?', 'Si le test est négatif'],
    ['en', 'when is the malaria test negative again', 'With a negative test'],
    ['en', 'my bp is high, should i stop salt only or do i need medicine', 'One high value'],
    ['fr', 'ai-je besoin d’un médicament pour ma tension 150/95', '150/95 est haut'],
    ['en', 'my baby has fever after vaccine yesterday is it normal', 'From 2 months of age'],
    ['en', 'my viral load is undetectable, am i cured', 'Undetectable means'],
    ['en', 'my malaria test is negative', 'With a negative test'],
    ['ar', 'انا مرضعة وعندي صداع اخذ بنادول ولا بروفين', 'من الاثنين'],
    ['en', 'should i take panadol or brufen', 'Of the two, paracetamol first'],
    ['fr', 'paracétamol ou ibuprofène pour le mal de tête ?', 'Des deux, d’abord'],
    ['en', 'how often can I take postinor', 'There is no fixed limit'],
    ['sw', 'P2 naweza kumeza mara ngapi kwa mwezi', 'Hakuna kikomo'],
    ['en', 'which vaccines at 2 months', 'At 6 weeks or 2 months'],
    ['en', 'can I give porridge to my 4 month old', 'No, not yet. Before 6 months'],
    ['fr', 'je peux donner de la bouillie à 4 mois', 'Non, pas encore. Avant 6 mois'],
    ['en', 'do I need antibiotics for this cold', 'No, usually not'],
    ['ar', 'هل آخذ مضاد حيوي للكحة', 'لا، في الغالب'],
    ['en', 'can my pregnant wife take ibuprofen', 'No, not in pregnancy'],
    ['en', 'I use insulin, can I fast in Ramadan', 'Do not change insulin'],
    ['ar', 'آخذ الأنسولين هل أصوم', 'لا تغير الأنسولين'],
    ['en', 'can I breastfeed with hepatitis b', 'Yes, a mother with hepatitis B'],
    ['en', 'does depo make you infertile', 'No, implant, coil, injection'],
    ['en', 'how much panadol for my child', 'For a child the dose'],
    ['en', 'should I finish my antibiotics', 'Take an antibiotic as it was prescribed'],
  ])('answers the question in %s: %s', async (language, message, start) => {
    expect((await scenario.reply(message, { language })).slice(0, start.length)).toBe(start);
  });

  it('says once that tablets are not to be stopped', async () => {
    expect(await scenario.reply('my bp is 128/82')).toContain('If you have tablets for it');
    expect(await scenario.reply('my bp is 128/82, may I stop my tablets')).not.toContain('If you have');
  });
});

describe.each(LOCALES)('in %s the health centre', (language) => {
  const { referral } = SENTENCES[language];

  it('is named before the specialty of a fact', async () => {
    const reply = await scenario.reply('my bp tablets', { language });
    const [centre = ''] = referral.split('{name}');
    expect(reply).toContain(`${centre}${await scenario.name('cardiology', language)}`);
  });
});

describe('the reply', () => {
  it('names no health centre first where a hospital is needed at once', async () => {
    expect(await scenario.reply('a snake bit me')).not.toContain(sentences.firstContact);
  });

  it.each([
    'I have a cough, which medicine can I take',
    'my knee hurts, which tablet',
    'dose for my headache',
  ])('does not deny a text on a medicine where a complaint is known: %s', async (message) => {
    expect(await scenario.reply(message)).not.toContain(sentences.noMedicine);
  });

  it.each<[Locale, string]>([
    ['en', 'my ear hurts, what do I do now'],
    ['en', 'what do I do with a sore tooth'],
    ['pt', 'tenho dor de ouvido, é perigoso'],
    ['fr', 'j’ai mal aux dents, est-ce dangereux'],
  ])('is no list of illnesses for a complaint in %s: %s', async (language, message) => {
    const [start = ''] = SENTENCES[language].examples.split('{names}');
    expect(await scenario.reply(message, { language })).not.toContain(start);
  });

  it.each(['injection site pain', 'the nurse gave me an injection'])(
    'does not take an injection for an infection: %s',
    async (message) => {
      expect(await scenario.reply(message)).not.toMatch(/infection/i);
    },
  );

  it('answers two questions in their order', async () => {
    const reply = await scenario.reply('my child has a fever. And how do I make river water safe to drink?');
    expect(reply).toMatch(/^A child with fever .*\n\nMake water safe/);
  });

  it('says that it has no side effects before what it knows of the medicine', async () => {
    const reply = await scenario.reply('side effects of the implant');
    expect(reply.startsWith(sentences.sideEffects)).toBe(true);
    expect(reply).toContain('Methods that prevent pregnancy');
  });
});
