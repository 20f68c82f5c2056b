import { findAskedFacts } from '../../../../../src/modules/chatbot/facts/asked-facts';
import { findIntents } from '../../../../../src/modules/chatbot/questions/intents';
import { findAskedLimits } from '../../../../../src/modules/chatbot/facts/unanswered';
import { namesGroup } from '../../../../../src/modules/chatbot/models/offline/person-groups';
import type { Locale } from '../../../../../src/shared/locale';

const factsOf = (message: string, language: Locale) =>
  findAskedFacts(message, [language]).map(({ id }) => id);

describe('the facts for a question', () => {
  it.each([
    ['en', 'my mum passed on last month and i cant sleep', 'griefSleep'],
    ['fr', 'ma mère est décédée et je pleure tout le temps', 'griefSleep'],
    ['sw', 'mke wangu ana VVU mimi sina, tunaweza kupata mtoto bila kuambukizwa?', 'hivTreatment'],
    ['en', 'my viral load is undetectable, am i cured', 'hivTreatment'],
    ['pt', 'estou grávida de 5 meses e ainda não fui à consulta, é tarde?', 'antenatal'],
    ['sw', 'vipele vinawasha usiku kwenye vidole, familia nzima inajikuna', 'scabies'],
    ['en', 'am diabetic, can i fast in ramadan', 'ramadanDiabetes'],
    ['fr', 'je suis diabétique, puis-je jeûner', 'ramadanDiabetes'],
    ['fr', 'quand sort l’ovule dans le cycle', 'fertileDays'],
  ] as const)('in %s have what it is about: %s', (language, message, id) => {
    expect(factsOf(message, language)).toContain(id);
  });

  it.each([
    ['fr', 'ma glycémie à jeun est de 1,42 g/l c’est le diabète ?', 'ramadanDiabetes'],
    ['pt', 'glicemia em jejum 142, é diabetes?', 'ramadanDiabetes'],
    ['en', 'fasting blood sugar 142, is it diabetes', 'ramadanDiabetes'],
    ['fr', 'pertes blanches qui gratent, mon mari doit se soigner ?', 'partnerTreatment'],
    ['fr', 'quel ovule pour les pertes', 'fertileDays'],
    ['en', 'panadol or brufen for headache', 'painkillersTogether'],
    ['sw', 'panadol au brufen kwa kichwa', 'painkillersTogether'],
  ] as const)('in %s do not have what only its words are of: %s', (language, message, id) => {
    expect(factsOf(message, language)).not.toContain(id);
  });
});

describe('a death', () => {
  it.each(['my mum passed on last month', 'my father passed away'])('is no contagion: %s', (message) => {
    expect([...findIntents(message, ['en'])]).not.toContain('contagion');
  });

  it.each(['can it be passed on to my baby', 'he passed on the virus to me'])(
    'is not meant by what is caught: %s',
    (message) => {
      expect([...findIntents(message, ['en'])]).toContain('contagion');
    },
  );
});

describe('a child', () => {
  it.each(['can we have a child', 'pouvons-nous avoir un enfant', 'tunaweza kupata mtoto'])(
    'that somebody wants gets no medicine: %s',
    (message) => {
      expect(namesGroup(message, 'notForChild')).toBe(false);
    },
  );

  it.each(['can i give my child panadol', 'mtoto wangu anaharisha'])('that is ill may: %s', (message) => {
    expect(namesGroup(message, 'notForChild')).toBe(true);
  });
});

it('a question for “its price” in Arabic meets the limit of prices', () => {
  const limits = findAskedLimits('اخذ حبوب منومة وكم سعرها', ['ar']).map(({ limit }) => limit.id);
  expect(limits).toContain('cost');
});
