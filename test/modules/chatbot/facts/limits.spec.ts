import { ModelUnavailableError } from '../../../../src/modules/chatbot/models/chat-model';
import { LOCALES, type Locale } from '../../../../src/shared/locale';
import { EMERGENCY, replyRequest } from '../models/model-scenario';
import { OfflineScenario } from '../models/offline/offline-scenario';
import { measureProcessorTime } from '../../../support/processor-time';

const scenario = new OfflineScenario();

/** Questions that the offline model refuses, a message without a topic, small talk, and the replies. */
const MESSAGES = {
  en: {
    medicine: 'Which medicine for malaria and what dose?',
    diagnosis: 'Do I have malaria?',
    noMedicine: 'I name no medicine or dose for that',
    noDiagnosis: 'I cannot tell from here',
    unknown: 'The weather is nice in Nairobi',
    unknownReply: 'I did not find that',
    hello: 'Hello',
    thanks: 'Thank you very much',
    who: 'Who are you?',
    list: 'Which specialties do you have?',
  },
  fr: {
    medicine: 'Quel médicament contre le paludisme et quelle dose ?',
    diagnosis: 'Est-ce que j’ai le paludisme ?',
    noMedicine: 'Je ne nomme ni médicament ni dose pour cela',
    noDiagnosis: 'Je ne peux pas le dire d’ici',
    unknown: 'Il fait beau à Dakar',
    unknownReply: 'Je n’ai pas trouvé cela',
    hello: 'Bonjour !',
    thanks: 'Merci',
    who: 'Êtes-vous médecin ?',
    list: 'Quelles sont les spécialités ?',
  },
  pt: {
    medicine: 'Que remédio para a malária e que dose?',
    diagnosis: 'Será que tenho malária?',
    noMedicine: 'Não indico medicamento nem dose para isso',
    noDiagnosis: 'Não posso dizer daqui',
    unknown: 'Está bom tempo em Maputo',
    unknownReply: 'Não encontrei isso',
    hello: 'Olá!',
    thanks: 'Obrigada',
    who: 'Quem é você?',
    list: 'Quais são as especialidades?',
  },
  ar: {
    medicine: 'أي دواء للملاريا وما الجرعة؟',
    diagnosis: 'هل عندي ملاريا؟',
    noMedicine: 'لا أسمي دواءً ولا جرعة لذلك',
    noDiagnosis: 'لا أستطيع أن أعرف من هنا',
    unknown: 'الجو جميل في الخرطوم',
    unknownReply: 'لم أجد ذلك',
    hello: 'مرحبا',
    thanks: 'شكرا',
    who: 'من أنت؟',
    list: 'ما هي التخصصات؟',
  },
  sw: {
    medicine: 'Dawa gani ya malaria na dozi gani?',
    diagnosis: 'Je nina malaria?',
    noMedicine: 'Sitaji dawa wala dozi kwa hilo',
    noDiagnosis: 'Siwezi kusema kutoka hapa',
    unknown: 'Hali ya hewa ni nzuri Dodoma',
    unknownReply: 'Sikupata hilo',
    hello: 'Hujambo',
    thanks: 'Asante sana',
    who: 'Wewe ni nani?',
    list: 'Orodha ya madaktari',
  },
} satisfies Record<Locale, Record<string, string>>;

describe.each(LOCALES)('in %s the offline model', (language) => {
  const messages = MESSAGES[language];

  it('refers to a specialty instead of naming a medicine or a dose', async () => {
    const reply = await scenario.reply(messages.medicine, { language });
    expect(reply).toContain(messages.noMedicine);
    expect(reply).toContain(await scenario.name('tropical-medicine', language));
  });

  it('does not diagnose', async () => {
    const reply = await scenario.reply(messages.diagnosis, { language });
    expect(reply).toContain(messages.noDiagnosis);
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('says that it found nothing, and suggests general practice, if a message has no topic', async () => {
    const reply = await scenario.reply(messages.unknown, { language });
    expect(reply).toContain(messages.unknownReply);
    expect(reply).toContain(await scenario.name('general-practice', language));
  });

  it('replies to small talk and lists the specialties', async () => {
    const firstParagraph = async (message: string) =>
      (await scenario.reply(message, { language })).split('\n\n')[0];
    const paragraphs = await Promise.all([messages.hello, messages.thanks, messages.who].map(firstParagraph));
    expect(new Set(paragraphs).size).toBe(3);
    expect(paragraphs.join()).not.toContain(messages.unknownReply);
    const list = await scenario.reply(messages.list, { language });
    expect(list).toContain(await scenario.name('podiatry', language));
    expect(list).toContain(await scenario.name('anaesthesia', language));
  });

  it('names only emergency medicine after emergency advice', async () => {
    const reply = await scenario.reply('I have chest pain', { language, emergency: EMERGENCY });
    expect(reply).toContain(await scenario.name('emergency-medicine', language));
    expect(reply.length).toBeLessThan(200);
  });
});

const HELLO = replyRequest({ turns: [{ role: 'user', content: 'hello' }], isWhole: true });

describe('the offline model', () => {
  it('knows the pathologies that have only a name', async () => {
    const reply = await scenario.reply('What is sarcoidosis?');
    expect(reply).toContain('Sarcoidosis: I know the name');
    expect(reply).toContain('Pulmonology');
  });

  it.each([
    `'; DROP TABLE specialty; --`,
    `malaria' | 'x`,
    `malaria & ! ( | <-> :* )`,
    `"malaria`,
    `100% malaria\\`,
    `%_%`,
    `-malaria or or or`,
    `<script>alert(1)</script> malaria`,
    `\u0000malaria`,
    '🙂',
    '   ',
  ])('searches %j as plain words', async (message) => {
    expect(await scenario.reply(message)).toMatch(/no AI and no doctor/);
    expect(await scenario.reply('What is malaria?')).toContain('bite of an infected mosquito');
  });

  it.each([
    ['known words', 'fever cough headache rash baby stomach pain blood eye ear '],
    ['misspelt words', 'malarya diabetis tuberclosis neumonia hipertention epilepsi '],
    ['unknown words', 'qwertz asdfgh yxcvbn plokij zuhbgv trfcde '],
    ['negations', 'not or pain the chest baby no or fever, '],
    ['Arabic', 'ملاريه والسكرى بالحمي سعال صداع '],
  ])('replies in under 500 ms to five messages of 4,000 characters of %s', async (_, words) => {
    const turn = { role: 'user', content: words.repeat(500).slice(0, 4_000) } as const;
    const turns = Array.from({ length: 5 }, () => turn);
    const reply = () => scenario.model.streamReply({ ...HELLO, turns }, AbortSignal.timeout(60_000)).next();
    await reply();
    expect(await measureProcessorTime(reply)).toBeLessThan(500);
  });

  it('fails if the signal is aborted', async () => {
    const reply = scenario.model.streamReply(HELLO, AbortSignal.abort());
    await expect(reply.next()).rejects.toThrow(ModelUnavailableError);
  });

  it('returns its version as the author of a reply', async () => {
    const chunks = scenario.model.streamReply(HELLO, AbortSignal.timeout(5_000));
    await chunks.next();
    const value = { source: 'offline', model: 'offline-18', promptVersion: null };
    expect(await chunks.next()).toEqual({ done: true, value });
  });
});
