import { ModelUnavailableError } from '../../../../../src/modules/chatbot/models/chat-model';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';
import { measureProcessorTime } from '../../../../support/processor-time';

let scenario: OfflineScenario;
beforeAll(async () => {
  scenario = await OfflineScenario.start();
});
afterAll(() => scenario.close());

/** Questions that the offline model refuses, with its replies. */
const REFUSED: Readonly<
  Record<Locale, { medicine: string; diagnosis: string; noMedicine: string; noDiagnosis: string }>
> = {
  en: {
    medicine: 'Which medicine for malaria and what dose?',
    diagnosis: 'Do I have malaria?',
    noMedicine: 'I cannot name medicines or doses.',
    noDiagnosis: 'I cannot tell from here',
  },
  fr: {
    medicine: 'Quel médicament contre le paludisme et quelle dose ?',
    diagnosis: 'Est-ce que j’ai le paludisme ?',
    noMedicine: 'Je ne peux indiquer ni médicament ni dose.',
    noDiagnosis: 'Je ne peux pas le dire d’ici',
  },
  pt: {
    medicine: 'Que remédio para a malária e que dose?',
    diagnosis: 'Será que tenho malária?',
    noMedicine: 'Não posso indicar medicamentos nem doses.',
    noDiagnosis: 'Não posso dizer daqui',
  },
  ar: {
    medicine: 'أي دواء للملاريا وما الجرعة؟',
    diagnosis: 'هل عندي ملاريا؟',
    noMedicine: 'لا أستطيع تسمية أدوية أو جرعات.',
    noDiagnosis: 'لا أستطيع أن أعرف من هنا',
  },
  sw: {
    medicine: 'Dawa gani ya malaria na dozi gani?',
    diagnosis: 'Je nina malaria?',
    noMedicine: 'Siwezi kutaja dawa wala dozi.',
    noDiagnosis: 'Siwezi kusema kutoka hapa',
  },
};

/** A message without a topic, with its reply; small talk; and a question for the list of specialties. */
const OTHER: Readonly<
  Record<
    Locale,
    { unknown: string; unknownReply: string; hello: string; thanks: string; who: string; list: string }
  >
> = {
  en: {
    unknown: 'The weather is nice in Nairobi',
    unknownReply: 'I did not find that',
    hello: 'Hello',
    thanks: 'Thank you very much',
    who: 'Who are you?',
    list: 'Which specialties do you have?',
  },
  fr: {
    unknown: 'Il fait beau à Dakar',
    unknownReply: 'Je n’ai pas trouvé cela',
    hello: 'Bonjour !',
    thanks: 'Merci',
    who: 'Êtes-vous médecin ?',
    list: 'Quelles sont les spécialités ?',
  },
  pt: {
    unknown: 'Está bom tempo em Maputo',
    unknownReply: 'Não encontrei isso',
    hello: 'Olá!',
    thanks: 'Obrigada',
    who: 'Quem é você?',
    list: 'Quais são as especialidades?',
  },
  ar: {
    unknown: 'الجو جميل في الخرطوم',
    unknownReply: 'لم أجد ذلك',
    hello: 'مرحبا',
    thanks: 'شكرا',
    who: 'من أنت؟',
    list: 'ما هي التخصصات؟',
  },
  sw: {
    unknown: 'Hali ya hewa ni nzuri Dodoma',
    unknownReply: 'Sikupata hilo',
    hello: 'Hujambo',
    thanks: 'Asante sana',
    who: 'Wewe ni nani?',
    list: 'Orodha ya madaktari',
  },
};

describe.each(LOCALES)('in %s the offline model', (language) => {
  it('refers to a specialty instead of naming a medicine or a dose', async () => {
    const reply = await scenario.reply(REFUSED[language].medicine, { language });
    expect(reply).toContain(REFUSED[language].noMedicine);
    expect(reply).toContain(await scenario.name('tropical-medicine', language));
  });

  it('does not diagnose', async () => {
    const reply = await scenario.reply(REFUSED[language].diagnosis, { language });
    expect(reply).toContain(REFUSED[language].noDiagnosis);
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('says that it found nothing, and suggests general practice, if a message has no topic', async () => {
    const reply = await scenario.reply(OTHER[language].unknown, { language });
    expect(reply).toContain(OTHER[language].unknownReply);
    expect(reply).toContain(await scenario.name('general-practice', language));
  });

  it('replies to small talk and lists the specialties', async () => {
    const firstParagraph = async (message: string) =>
      (await scenario.reply(message, { language })).split('\n\n')[0];
    const paragraphs = await Promise.all(
      [OTHER[language].hello, OTHER[language].thanks, OTHER[language].who].map(firstParagraph),
    );
    expect(new Set(paragraphs).size).toBe(3);
    expect(paragraphs.join()).not.toContain(OTHER[language].unknownReply);
    const list = await scenario.reply(OTHER[language].list, { language });
    expect(list).toContain(await scenario.name('podiatry', language));
    expect(list).toContain(await scenario.name('anaesthesia', language));
  });

  it('names only emergency medicine after emergency advice', async () => {
    const reply = await scenario.reply('I have chest pain', { language, isEmergency: true });
    expect(reply).toContain(await scenario.name('emergency-medicine', language));
    expect(reply.length).toBeLessThan(200);
  });
});

const HELLO = {
  turns: [{ role: 'user', content: 'hello' }],
  language: 'en',
  isEmergency: false,
  isWhole: true,
} as const;

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
    const turns = Array.from({ length: 5 }, () => ({
      role: 'user' as const,
      content: words.repeat(500).slice(0, 4_000),
    }));
    const reply = async () => {
      const request = { turns, language: 'en', isEmergency: false, isWhole: true } as const;
      await scenario.model.streamReply(request, AbortSignal.timeout(60_000)).next();
    };
    await reply();
    expect(await measureProcessorTime(reply)).toBeLessThan(500);
  });

  it('fails if the signal is aborted', async () => {
    await expect(scenario.model.streamReply(HELLO, AbortSignal.abort()).next()).rejects.toThrow(
      ModelUnavailableError,
    );
  });

  it('returns its version as the author of a reply', async () => {
    const chunks = scenario.model.streamReply(HELLO, AbortSignal.timeout(5_000));
    await chunks.next();
    expect(await chunks.next()).toEqual({
      done: true,
      value: { source: 'offline', model: 'offline-3', promptVersion: null },
    });
  });
});
