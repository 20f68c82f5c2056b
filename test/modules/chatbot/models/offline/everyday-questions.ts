import type { FactQuestion } from './fact-questions';

/** Questions on everyday care, in the words of the public. */
export const EVERYDAY_QUESTIONS: readonly FactQuestion[] = [
  ['en', 'I am 5 months pregnant. Is it safe to travel by bus for 8 hours?', 'travelPregnancy'],
  ['en', 'My wisdom tooth is coming out and the gum hurts, what can I do at home?', 'toothache'],
  ['en', 'my daughter wets the bed', 'bedwetting'],
  ['fr', 'ma fille fait pipi au lit', 'bedwetting'],
  ['fr', 'Comment enlever les taches noires laissées par les boutons sur le visage ?', 'darkSpots'],
  ['pt', 'Preciso de óculos porque não vejo bem de longe, que exame devo fazer?', 'eyeTest'],
  ['en', 'What does an HbA1c of 8.2 mean?', 'hba1c'],
  ['sw', 'Mtoto wangu ana upele wa nepi, nitumie nini?', 'nappyRash'],
  ['pt', 'o que fazer contra a prisão de ventre', 'constipation'],
  ['en', 'my husband has fever, what can he do', 'feverAdult'],
  ['ar', 'هل يمكن أن أحمل وأنا أرضع؟ الرضاعة هل تمنع الحمل', 'pregnantBreastfeeding'],
  ['fr', 'peut-on avoir des rapports pendant la grossesse', 'sexPregnancy'],
  ['pt', 'quantas vezes por dia deve o bebé mamar', 'milkSupply'],
  ['en', 'at what age does menopause start', 'menopause'],
  ['en', 'I am 14 and I have not started my period but all my friends have.', 'firstPeriod'],
  ['sw', 'Je, mama mjamzito anaweza kunywa chai na kahawa?', 'pregnancyFood'],
  ['sw', 'Nifanye nini ili kuzuia mbu wa malaria nyumbani?', 'bedNets'],
  [
    'fr',
    'À quel âge faut-il faire le vaccin contre la rougeole, et faut-il une deuxième dose ?',
    'measlesVaccine',
  ],
  ['fr', 'Quels aliments éviter quand on a la goutte ?', 'goutFood'],
  ['ar', 'هل العسل مفيد للجروح', 'woundCare'],
  ['en', 'when is a woman most fertile', 'fertileDays'],
  ['fr', 'mon bébé fait ses dents', 'teething'],
  ['sw', 'nina kiungulia baada ya kula', 'heartburn'],
  ['pt', 'como emagrecer depressa', 'weightLoss'],
  ['ar', 'ما علاج ضعف الانتصاب', 'erection'],
  ['pt', 'O meu bebé tem cólicas, o que posso fazer?', 'babyColic'],
  ['pt', 'Tenho o colesterol alto, o que não devo comer?', 'cholesterolFood'],
  ['en', 'How much water should I drink every day?', 'waterDaily'],
  ['fr', 'Quelle est la température normale du corps ?', 'bodyTemperature'],
  ['sw', 'Nywele zangu zinadondoka, sababu ni nini?', 'hairLoss'],
  ['sw', 'Nina harufu mbaya mdomoni, nifanye nini?', 'badBreath'],
  ['fr', 'À partir de quel âge un bébé marche-t-il ?', 'babySteps'],
  ['ar', 'هل الجماع مضر في الشهر التاسع من الحمل؟', 'sexPregnancy'],
  ['en', 'When should my child get the polio vaccine and how many doses?', 'vaccineDates'],
];

/** Weight that is lost without wanting it may be tuberculosis. */
export const UNWANTED_WEIGHT_LOSS: readonly (readonly ['en' | 'fr' | 'pt', string])[] = [
  ['en', 'I am losing weight fast'],
  ['fr', 'je commence à maigrir sans raison'],
  ['pt', 'estou a emagrecer sem razão'],
];
