import { LEARNED_FILES, readMessages } from '../../../bench/assistant/labelled-messages';
import { assessInSteps, assessMessage } from '../../../src/modules/triage/assess-message';
import { LOCALES } from '../../../src/shared/locale';
import { measureProcessorTime } from '../../support/processor-time';

const urgencyOf = (message: string, earlier: readonly string[] = []) =>
  assessMessage(message, earlier).urgency;
const development = readMessages(LEARNED_FILES[0]);
const emergencies = development.filter(({ label }) => label === 'emergency');

describe('a message', () => {
  it.each([
    ['sniper. i drank it', 'poisoning'],
    ['gardénal, toute la plaquette', 'poisoning'],
    ['mguu wa mtoto umetangulia na hakuna mkunga', 'breech'],
    ['السكينة دخلت في فخده والدم بينط', 'wound'],
    ['the fits come back and she does not wake between them', 'convulsions'],
    ['I want to die', 'selfHarm'],
    ['he won’t wake up since he drank that', 'poisoning'],
    ['my baby is like cloth', 'smallChild'],
    ['the blood is not stopping since she delivered', 'bleeding'],
    ['a dog bit my son in the face', 'animalBite'],
    ['mordu par un serpent', 'bite'],
  ])('is an emergency: "%s"', (message, sign) => {
    const { urgency, signs } = assessMessage(message, []);
    expect(urgency).toBe('emergency');
    expect(signs).toContain(sign);
  });

  it.each([
    'I cough for three weeks now, lose weight and sweat at night',
    'sangue na urina desde ontem',
    'mon enfant a de la fièvre depuis trois jours, il boit encore',
    'mtoto wa wiki 5 ananyonya vibaya tangu asubuhi, nusu tu',
    'dog bite',
    'a dog bit me',
    'mordu par un chien',
    'um cão mordeu-me',
    'mbwa ameniuma',
    'عضني كلب',
    'my pikin body dey hot, no wan chop',
    'mon enfant a le corps chaud et mange peu',
    'le préservatif s’est déchiré',
    'mtoto anatapika',
    'my breast is red, hot and painful while breastfeeding and I have fever',
    'mastite avec fièvre, j’allaite',
    'o meu peito está vermelho, quente e dói quando amamento, tenho febre',
    'peito inflamado e febre a dar de mamar',
    'nanyonyesha, titi limevimba, jekundu na lina joto, nina homa',
    'برضع وصدري محمر ومتورم وعندي سخونية',
    '8 weeks pregnant and vomiting everything, nothing stays in since yesterday',
    'enceinte de 8 semaines je vomis tout ce que je mange et bois',
    'grávida de 8 semanas vomito tudo o que como e bebo',
    'mimba wiki kumi natapika kila ninachokula na kunywa',
    'حامل بالشهر الثاني وبرجع كل حاجة حتى الماء',
  ])('is for today: "%s"', (message) => {
    expect(urgencyOf(message)).toBe('today');
  });

  it.each([
    'my son has ringworm on his head for two weeks now',
    'mon enfant de 3 ans a la diarrhée depuis hier que faire',
    'a menstruação está atrasada duas semanas estou grávida',
    'my head is banging after the party',
    'the nurse put it in her arm',
    'mum put it in her bag',
    'sa bouche devient sèche',
    'my laptop crashed',
    'a fishbone was stuck in his throat but it came out',
    'o meu cão foi mordido por cobra',
    'ممكن باراسيتامول مع الكحول؟',
    'hello, when do you open on Saturday?',
    'مراتي والدة من أسبوعين وحلمة صدرها متشققة',
    'my wife gave birth two weeks ago',
    'estou a tomar medicamento da tuberculose',
    'TB há 2 meses, sinto-me bem, posso parar?',
    "my husband died, I can't sleep and cry",
    'my dog bit a shoe',
    'como prevenir o cancro do colo do útero',
    'a partir de que idade se faz o Papanicolau',
    'comment prévenir le cancer du col de l’utérus',
    'jinsi ya kuzuia saratani ya mlango wa kizazi',
    'je suis enceinte de 8 semaines et j’ai des nausées le matin',
    'enceinte de 2 mois, je vomis le matin mais je mange et bois le reste du jour',
    'I am 8 weeks pregnant and feel sick every morning, I can eat and drink',
    'estou grávida de 8 semanas e tenho enjoos de manhã',
    'nina mimba ya miezi miwili, kichefuchefu asubuhi',
    'حامل شهرين وعندي غثيان الصبح',
    'niko na homa na kikohozi since jana bro',
    'mafua tu',
    'buda nina kikohozi tu, nakunywa chai ya tangawizi, inasaidia?',
    'abeg I get catarrh and small cough since yesterday',
    'are high blood pressure pills for life?',
    'comprimés pour la tension toute la vie',
    'comprimidos da hipertensão para sempre',
    'je, lazima nimeze dawa za shinikizo la damu maisha yote',
    'علاج ارتفاع ضغط الدم طول العمر',
    '',
    '?!',
  ])('is routine: "%s"', (message) => {
    expect(urgencyOf(message)).toBe('routine');
  });

  it('is read in its language', () => {
    const languages = LOCALES.map((locale) => {
      const messages = development.filter(({ language }) => language === locale);
      const right = messages.filter(({ text }) => assessMessage(text, []).language === locale);
      return right.length / messages.length;
    });
    expect(Math.min(...languages)).toBeGreaterThan(0.97);
  });
});

describe('an emergency among three routine questions', () => {
  it.each([
    ['last', 'full stops', '. ', 0.05],
    ['first', 'full stops', '. ', 0.05],
    ['last', 'commas', ', ', 0.1],
    ['first', 'commas', ', ', 0.1],
    ['last', 'spaces only', ' ', 0.1],
    ['first', 'spaces only', ' ', 0.1],
  ])('is found %s, with %s', (...[position, , separator, maxMissedShare]) => {
    const missed = emergencies.filter(({ text, language }, index) => {
      const routine = development.filter((other) => other.language === language && other.label === 'routine');
      const three = [0, 3, 6].map((step) => routine[(index * 7 + step) % routine.length]?.text ?? '');
      const all = position === 'first' ? [text, ...three] : [...three, text];
      return urgencyOf(all.join(separator)) !== 'emergency';
    });
    expect(missed.map(({ text }) => text).slice(emergencies.length * maxMissedShare)).toEqual([]);
  });
});

describe('earlier messages', () => {
  it.each([
    'I am 7 months pregnant',
    'My baby is two weeks old',
    'My daughter is three',
    'I gave birth yesterday',
  ])('do not hide an emergency: "%s"', (earlier) => {
    const found = emergencies.filter(({ text }) => urgencyOf(text) === 'emergency');
    expect(found.filter(({ text }) => urgencyOf(text, [earlier]) !== 'emergency')).toEqual([]);
  });

  it('show who is concerned', () => {
    const { contexts, signs } = assessMessage('there is a lot of bleeding', ['I am 8 months pregnant']);
    expect([...contexts]).toContain('pregnant');
    expect(signs).toContain('pregnancy');
  });

  it.each([
    ['my baby is ten days old', 'high fever since yesterday'],
    ['mon bébé a dix jours', 'forte fièvre depuis hier'],
    ['o meu bebé tem 10 dias', 'febre alta desde ontem'],
  ])('make a fever an emergency if they name a newborn: "%s"', (earlier, message) => {
    expect(urgencyOf(message)).toBe('today');
    expect(urgencyOf(message, [earlier])).toBe('emergency');
  });

  it('are no emergency by themselves', () => {
    expect(urgencyOf('thank you', ['he is unconscious'])).toBe('routine');
  });
});

describe('the person concerned', () => {
  const personsOf = (message: string) => [...assessMessage(message, []).contexts];

  it.each([
    'I have been coughing for 3 weeks',
    'je tousse depuis 3 semaines',
    'j’ai mal au dos depuis 2 mois',
    'je suis diabétique depuis 4 ans',
    'tenho tosse há 3 semanas',
    'dor de cabeça há 2 meses, tomo remédio há 5 anos',
    'nakohoa wiki 3',
    'nina homa siku 3, dawa nilianza miezi 2',
    'عندي كحة من 3 اسابيع',
  ])('is no child because of a duration: %s', (message) => {
    expect(personsOf(message)).toEqual([]);
  });

  it.each([
    ['newborn', 'mon bébé a 3 semaines'],
    ['newborn', 'o meu bebé tem duas semanas'],
    ['newborn', 'mtoto wangu ana siku kumi'],
    ['newborn', 'mtoto wa wiki mbili'],
    ['newborn', 'ابني عمره عشرة ايام'],
    ['newborn', 'بنتي عمرها اسبوعين'],
    ['infant', 'ma fille de 8 mois'],
    ['infant', 'a minha filha tem 6 meses'],
    ['infant', 'mwanangu ana miezi minane, mtoto wa miezi 8'],
    ['infant', 'بنتي عمرها 7 شهور'],
    ['child', 'mon fils a 4 ans'],
    ['child', 'o menino de 5 anos'],
    ['child', 'mtoto wa miaka 3'],
  ])('is known by an age, %s: %s', (person, message) => {
    expect(personsOf(message)).toContain(person);
  });
});

describe('a long message', () => {
  /** CPU time: far more than is measured, far less than a search that repeats itself takes. */
  const MAX_CPU_MS = 1_000;
  const LENGTH = 4_000;

  it.each([
    'not ',
    'cannot ',
    'chest pain and she cannot breathe. ',
    'snake in the house of my ',
    'a',
    'unconscoius',
    '\u0301',
    '.',
    '2yo 3 12345 ',
    'والبالغ وبالمستشفى ',
    'wanaumwa alimuumiza ',
  ])('takes bounded time if it repeats "%s"', async (part) => {
    const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
    expect(await measureProcessorTime(() => assessMessage(text, [text, text]))).toBeLessThan(MAX_CPU_MS);
  });

  it('is read to its end', () => {
    const beginning = 'I went to the market with my sister to buy tomatoes and onions. '.repeat(60);
    expect(urgencyOf(`${beginning} Now my father is unconscious and does not wake up`)).toBe('emergency');
  });
});

describe('the steps of a reading', () => {
  const countSteps = (message: string, earlier: readonly string[]) =>
    [...assessInSteps(message, earlier)].length;

  it('are more with each earlier message, which is read in a step of its own', () => {
    const earlier = Array.from({ length: 5 }, (_none, index) => `I cough ${index}`);
    expect(countSteps('I cough', earlier) - countSteps('I cough', [])).toBe(5);
  });

  it.each(['pas de ', 'I cough. ', 'a '])('are no longer in a long message of "%s": it has more', (unit) => {
    const [short, long] = [unit.repeat(150), unit.repeat(600)].map((message) => countSteps(message, []));
    expect(long).toBeGreaterThan(short ?? 0);
  });
});
