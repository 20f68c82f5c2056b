import { type Emergencies, findAlone, findByRules } from './found-signs';

interface Examples {
  readonly emergencies: Emergencies;
  readonly harmless: readonly string[];
}

/** An exclusion applies only to the person that it concerns. */
const TWO_PERSONS: Readonly<Record<string, Examples>> = {
  en: {
    emergencies: [
      ['bleeding', 'my wife bleeds heavily, the baby is doing well now'],
      ['bleeding', 'the baby is fine but my wife is bleeding a lot'],
      ['bleeding', 'heavy bleeding after delivery, baby is doing fine now'],
      ['bite', 'my brother was bitten by a snake, I am fine'],
      ['breathing', 'mother ok now but the newborn is not breathing'],
      ['poisoning', "my friend took all her tablets, I'm good"],
      ['chestPain', 'my mother has chest pain and sweats, my father died ten years ago of his heart'],
    ],
    harmless: [
      'my son fell from a tree, his mother says he is fine now',
      'my mother had a stroke in 2015, she walks well today',
      'my sister drank bleach when she was three, she is a nurse today',
    ],
  },
  fr: {
    emergencies: [
      ['bleeding', 'ma femme saigne beaucoup, le bébé va bien maintenant'],
      ['bite', 'mon frère a été mordu par un serpent, moi je vais bien'],
      ['unconscious', 'mon mari est tombé sans connaissance, les enfants vont bien'],
      ['injury', 'mon voisin a été poignardé, nous on va bien'],
      ['chestPain', 'ma mère a mal à la poitrine et transpire, mon père est mort il y a dix ans du coeur'],
    ],
    harmless: [
      "mon fils est tombé, sa mère dit qu'il va bien maintenant",
      'ma mère a eu un AVC en 2015, elle marche bien',
    ],
  },
  pt: {
    emergencies: [
      ['bleeding', 'a minha mulher sangra muito, o bebé está bem agora'],
      ['bite', 'o meu irmão foi mordido por uma cobra, eu estou bem'],
      ['unconscious', 'a mãe já está bem mas o recém-nascido não respira'],
      ['chestPain', 'a minha mãe tem dor no peito e sua, o meu pai morreu há dez anos do coração'],
    ],
    harmless: [
      'o meu irmão foi mordido por uma cobra há dez anos, está bem',
      'o meu filho bateu com a cabeça ontem, já está bem',
    ],
  },
  sw: {
    emergencies: [
      ['bleeding', 'mke wangu anatokwa damu nyingi, mtoto anaendelea vizuri'],
      ['bite', 'kaka yangu ameumwa na nyoka, mimi niko sawa'],
      ['breathing', 'mama amepona lakini kichanga hapumui'],
      ['chestPain', 'mama ana maumivu ya kifua na jasho, baba alifariki miaka kumi iliyopita'],
    ],
    harmless: [
      'kaka yangu aliumwa na nyoka miaka kumi iliyopita, yuko sawa',
      'mama alipata kiharusi mwaka 2015, sasa anatembea vizuri',
    ],
  },
  ar: {
    emergencies: [
      ['bleeding', 'زوجتي تنزف كثيرا، الطفل بخير الان'],
      ['bite', 'بنتي لدغها ثعبان، ابني بخير الان'],
      ['breathing', 'انا كويس دلوقتي، جوزي مش قادر يتنفس'],
      ['chestPain', 'امي عندها الم في صدرها وعرق، ابي مات قبل عشر سنين'],
    ],
    harmless: ['اخي لدغه ثعبان قبل عشر سنين وهو بخير', 'امي جاتها جلطة سنة 2015 وهي بخير الان'],
  },
};

/** Laughter or a laughing emoji does not exclude a sign of a person. */
const LAUGHTER: Readonly<Record<string, Examples>> = {
  en: {
    emergencies: [
      ['breathing', 'chest pain and I cannot breathe 😂'],
      ['poisoning', 'I swallowed 30 paracetamol 😂'],
      ['breathing', 'my baby is not breathing 😂'],
      ['bleeding', 'I keep vomiting blood haha'],
    ],
    harmless: [
      "I'm dead 😂",
      'I am dying of laughter 😂😂',
      "I can't breathe 😂 that meme killed me",
      'I nearly died when I saw the bill 😂',
    ],
  },
  fr: {
    emergencies: [
      ['poisoning', "j'ai avalé 30 paracétamol 😂"],
      ['chestPain', "j'ai une forte douleur à la poitrine mdr"],
      ['breathing', 'mon bébé ne respire plus 😂'],
    ],
    harmless: [
      'je suis morte 😂',
      "j'ai tellement ri que j'arrive plus à respirer mdr",
      "j'ai failli faire une crise cardiaque en voyant la facture 😂",
    ],
  },
  pt: {
    emergencies: [
      ['poisoning', 'engoli 30 comprimidos de paracetamol 😂'],
      ['chestPain', 'tenho uma dor forte no peito kkk'],
      ['unconscious', 'o meu marido não acorda 😂'],
    ],
    harmless: [
      'estou a morrer de rir 😂😂',
      'este vídeo 😂 não consigo respirar',
      'quase tive um enfarte quando vi a conta 😂',
    ],
  },
  sw: {
    emergencies: [
      ['chestPain', 'nina maumivu makali ya kifua lol'],
      ['bleeding', 'natokwa na damu nyingi baada ya kujifungua 😂😂'],
      ['breathing', 'mtoto wangu hapumui 😂'],
    ],
    harmless: [
      'nimekufa kwa kucheka 😂',
      'nimecheka mpaka siwezi kupumua haha',
      'hii video 😂 siwezi kupumua',
    ],
  },
  ar: {
    emergencies: [
      ['chestPain', 'عندي الم شديد في صدري ههه'],
      ['poisoning', 'شربت كيروسين بالغلط 🤣'],
      ['breathing', 'ابني ما بيتنفسش 😂'],
    ],
    harmless: ['متت من الضحك 😂', 'ضحكت لدرجة مش قادر اتنفس ههه', 'قلبي وقف لما شفت الفاتورة 😂'],
  },
};

/** A question whether something is normal does not exclude a sign that is happening now. */
const QUESTIONS: Readonly<Record<string, Examples>> = {
  en: {
    emergencies: [
      ['bleeding', 'is it normal to bleed so much, I gave birth 3 hours ago and have soaked five pads'],
      ['pregnancy', 'should I worry that my baby has not moved since yesterday, I am 8 months pregnant'],
      ['chestPain', 'is it normal to have chest pain and sweating like this since morning'],
      [
        'bleeding',
        'is it normal for a woman to bleed like this, she delivered this morning and the cloth is soaked',
      ],
    ],
    harmless: [
      'is it normal to bleed after birth?',
      'should I worry about bleeding after birth?',
      'should I worry that my child may get convulsions one day',
      'is it possible to have a stroke at 40?',
    ],
  },
  fr: {
    emergencies: [
      [
        'bleeding',
        "est-ce normal de saigner autant, j'ai accouché il y a 3 heures et j'ai trempé cinq serviettes",
      ],
      [
        'bleeding',
        "pourquoi les femmes saignent après l'accouchement, moi je saigne beaucoup et j'ai des vertiges",
      ],
    ],
    harmless: ["est-ce normal de saigner après l'accouchement ?", 'peut-on faire un AVC à 40 ans ?'],
  },
  pt: {
    emergencies: [
      ['chestPain', 'é normal ter dor no peito e suar assim desde manhã'],
      ['bleeding', 'quanto tempo dura o sangramento, dei à luz ontem e encharquei 6 pensos em duas horas'],
      ['unconscious', 'é normal desmaiar três vezes num dia, estou grávida'],
    ],
    harmless: ['é normal sangrar depois do parto?', 'é possível ter AVC aos 40?'],
  },
  sw: {
    emergencies: [
      ['chestPain', 'je ni kawaida kuwa na maumivu ya kifua na jasho hivi tangu asubuhi'],
      ['poisoning', 'je ni hatari nimemeza jik saa moja iliyopita'],
      ['smallChild', 'je ni kawaida mtoto kuwa na joto na hanyonyi, ana siku 5'],
    ],
    harmless: ['je ni kawaida kutokwa damu baada ya kujifungua?', 'mtu anaweza kufa kwa panadol nyingi?'],
  },
  ar: {
    emergencies: [
      ['pregnancy', 'كم يستمر النزيف، ولدت امس وغرقت 6 فوط في ساعتين'],
      ['convulsions', 'هل صحيح التشنجات توقف لوحدها، ابني يتشنج من 20 دقيقة'],
    ],
    harmless: ['هل طبيعي النزيف بعد الولادة؟', 'ممكن الواحد يموت من البندول؟'],
  },
};

const ASIDE: Emergencies = [
  ['bite', 'my son was bitten by a snake, which food is good'],
  ['bite', 'my brother was bitten by a snake and does he need an injection'],
  ['chestPain', 'I have severe chest pain, can I drive to the hospital'],
  ['bleeding', 'my wife is bleeding heavily, her next appointment is on monday'],
  ['convulsions', 'my baby is convulsing, insurance covers the ambulance?'],
  ['bite', 'mon frère a été mordu par un serpent, quels aliments lui donner'],
];

describe.each([
  ['of one person beside another who is well', TWO_PERSONS],
  ['beside laughter', LAUGHTER],
  ['in a question whether it is normal', QUESTIONS],
])('a danger sign %s', (_case, byLanguage) => {
  describe.each(Object.entries(byLanguage))('in %s', (_language, { emergencies, harmless }) => {
    it.each(emergencies)('(%s) is found in "%s"', (sign, message) => {
      expect(findAlone(message)?.signs).toContain(sign);
    });

    it.each(harmless)('is not found by the rules, or dismissed by the classifier, in "%s"', (message) => {
      expect(findByRules(message) && findAlone(message)).toBeUndefined();
    });
  });
});

describe('a danger sign beside a question about something else', () => {
  it.each(ASIDE)('(%s) is found in "%s"', (sign, message) => {
    expect(findAlone(message)?.signs).toContain(sign);
  });
});
