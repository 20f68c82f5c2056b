import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { SENTENCES } from '../../../../../src/modules/chatbot/models/offline/sentences';
import type { Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();

describe('a question where to go', () => {
  it.each<[Locale, string, string]>([
    ['en', 'my diabetic mother has a sore on her foot, where do I go', 'diabetesFoot'],
    ['en', 'which doctor for a cough of 3 weeks', 'longCough'],
    ['fr', 'j’ai des plaies sur le sexe, où aller', 'genitalUlcer'],
    ['pt', 'feridas nos genitais, onde devo ir', 'genitalUlcer'],
    ['sw', 'vidonda sehemu za siri, niende wapi', 'genitalUlcer'],
    ['ar', 'عندي قلق وقلبي يدق بسرعة، إلى أين أذهب', 'anxiety'],
  ])('gets the fact first, then the place, in %s: %s', async (language, message, id) => {
    const reply = await scenario.reply(message, { language });
    const { texts, specialty = '' } = getFact(id);
    const text = texts[language];
    expect(reply.slice(0, text.length)).toBe(text);
    expect(reply).toContain(await scenario.name(specialty.replace('specialty/', ''), language));
  });

  it('gets the health centre after a fact without a specialty', async () => {
    const reply = await scenario.reply('where do I go for a malaria test');
    expect(reply).toContain(getFact('whereTested').texts.en);
    expect(reply).toContain(SENTENCES.en.firstContact);
  });
});

describe('a word of another language', () => {
  it('is no term by its stem alone: "parts" is no Portuguese "partido", a fracture', async () => {
    const reply = await scenario.reply('pain in my private parts');
    expect(reply).not.toMatch(/bone|fracture/i);
  });

  it('is a term as it is written, because people mix languages', async () => {
    expect(await scenario.reply('I have kifua kikuu')).toContain('Tuberculosis');
  });
});

describe('the first sentence of a fact', () => {
  it.each<[Locale, string, string]>([
    ['en', 'my pressure is high for the first time, is it medicine for life?', 'One high value'],
    ['en', 'they just told me my bp is high, do I take tablets for life', 'One high value'],
    ['fr', 'première fois que ma tension est haute, médicament à vie ?', 'Une seule mesure'],
    ['pt', 'primeira vez com tensão alta, é comprimido para toda a vida?', 'Um só valor'],
    ['sw', 'presha yangu imepanda mara ya kwanza, dawa ni za maisha yote?', 'Kipimo kimoja'],
    ['ar', 'اول مرة ضغطي عالي هل العلاج مدى الحياة', 'قياس مرتفع واحد'],
    ['en', 'I forgot my pressure tablets for the first time', 'Blood pressure tablets protect'],
    ['en', 'white discharge like curd that itches', 'White discharge with itching'],
    ['fr', 'pertes blanches qui grattent', 'Des pertes blanches qui démangent'],
    ['pt', 'corrimento branco com comichão', 'Corrimento branco com comichão'],
    ['sw', 'natokwa na uchafu mweupe unawasha ukeni', 'Uchafu mweupe wenye muwasho'],
    ['ar', 'افرازات بيضاء مع حكة', 'إفرازات بيضاء مع حكة'],
    ['en', 'my husband has hepatitis b what should I do', 'If one partner has hepatitis B'],
    ['fr', 'mon mari a l’hépatite B', 'Si l’un du couple'],
    ['pt', 'o meu marido tem hepatite b', 'Se um do casal'],
    ['sw', 'mume wangu ana homa ya ini b', 'Mmoja akiwa'],
    ['ar', 'زوجي عنده التهاب الكبد ب', 'إذا كان أحد الزوجين'],
  ])('answers the question in %s: %s', async (language, message, start) => {
    expect((await scenario.reply(message, { language })).slice(0, start.length)).toBe(start);
  });
});
