import { composeFirstAid } from '../../../src/modules/triage/advice/first-aid';
import { assessMessage } from '../../../src/modules/triage/assess-message';

function firstAidFor(message: string): { readonly signs: readonly string[]; readonly steps: string[] } {
  const { urgency, signs, contexts, circumstances } = assessMessage(message, []);
  const { first, more } = composeFirstAid(signs, contexts, circumstances);
  return { signs: urgency === 'emergency' ? signs : [], steps: [...first, ...more] };
}

describe('the first aid for somebody who swallowed an object and gets no air', () => {
  it.each([
    ['my son swallowed a peanut and cannot breathe, his face is blue', 'backBlows', 'bellyThrusts'],
    ['pikin swallow groundnut e no fit breathe', 'backBlows', 'bellyThrusts'],
    ['my baby 8 months swallowed a bead and is turning blue', 'infantBlows', 'infantThrusts'],
    ['the man was eating meat and now he cannot breathe or talk', 'backBlows', 'bellyThrusts'],
    ['food is stuck in his throat and he cant breathe', 'backBlows', 'bellyThrusts'],
    ['mon fils a avalé une cacahuète et n’arrive plus à respirer', 'backBlows', 'bellyThrusts'],
    ['il a avalé de travers un morceau de viande il devient bleu', 'backBlows', 'bellyThrusts'],
    ['o meu filho engoliu um amendoim e não consegue respirar', 'backBlows', 'bellyThrusts'],
    ['a menina engoliu uma moeda e está roxa', 'backBlows', 'bellyThrusts'],
    ['mtoto amemeza karanga hawezi kupumua amekuwa bluu', 'backBlows', 'bellyThrusts'],
    ['ابني بلع حبة فول سوداني ومش قادر يتنفس ووجهه ازرق', 'backBlows', 'bellyThrusts'],
    ['الطفل بلع عملة معدنية ولا يستطيع التنفس', 'backBlows', 'bellyThrusts'],
  ])('is blows and thrusts, and no inhaler: "%s"', (message, blows, thrusts) => {
    const { signs, steps } = firstAidFor(message);
    expect(signs).toContain('choking');
    expect(steps.find((step) => /Blows|breaths|press/.test(step))).toBe(blows);
    expect(steps).toContain(thrusts);
    expect(steps).not.toContain('inhaler');
  });

  it.each([
    'my son swallowed kerosene and cannot breathe',
    'He swallowed four tramadols with alcohol and is turning blue',
    'she ate peanuts, her face is swollen and she cannot breathe',
    'he cannot swallow and cannot breathe',
    'asthma attack, he cannot breathe, lips blue',
  ])('is not given for another cause: "%s"', (message) => {
    expect(firstAidFor(message).signs).not.toContain('choking');
  });
});

describe('the first aid for a poison that was taken with a wish to die', () => {
  it.each([
    'I swallowed all my tablets, I want to die',
    'j’ai avalé tous mes comprimés je veux mourir',
    'tomei muitos comprimidos, quero morrer',
    'nimemeza dawa nyingi nataka kufa',
    'بلعت حبوب كثيرة واريد اموت',
    'I drank sniper because I want to die',
    'he took poison and wants to die, he vomits',
    'ma fille a bu de la javel et veut mourir',
  ])('has the steps for both: "%s"', (message) => {
    const { signs, steps } = firstAidFor(message);
    expect(signs).toEqual(expect.arrayContaining(['selfHarm', 'poisoning']));
    expect(steps).toEqual(
      expect.arrayContaining(['notAlone', 'removeMeans', 'noVomiting', 'bringContainer']),
    );
  });

  it('has no steps for smoke and skin after tablets', () => {
    const { steps } = firstAidFor('I swallowed all my tablets, I want to die');
    expect(steps).not.toEqual(expect.arrayContaining(['freshAir']));
    expect(steps).not.toEqual(expect.arrayContaining(['rinsePoison']));
  });

  it.each(['I want to die, I have not taken any pills', 'I will drink poison, I want to die'])(
    'has no steps for a poison that was not taken: "%s"',
    (message) => {
      expect(firstAidFor(message).signs).not.toContain('poisoning');
    },
  );
});

describe('the first aid for a blood sugar', () => {
  it.each([
    'diabetic, vomiting, breath smells sweet, meter says HI and he is very drowsy',
    'my father is diabetic, confused and vomiting, his sugar is 480 and he breathes fast',
    'il est diabétique, il vomit et sa glycémie est très haute, il est confus',
    'diabético, a vomitar, açúcar muito alto e sonolento',
    'ana kisukari, anatapika, sukari iko juu sana, amelegea',
    'مريض سكري يتقيأ والسكر مرتفع جدا وشبه غايب عن الوعي',
  ])('that is high has nothing sweet: "%s"', (message) => {
    const { signs, steps } = firstAidFor(message);
    expect(signs).toContain('diabetes');
    expect(steps).not.toContain('sweetDrink');
  });

  it.each([
    'my father is diabetic, sweating and confused',
    'his sugar was high yesterday but now it is low and he is shaking and confused',
  ])('that may be low has something sweet: "%s"', (message) => {
    expect(firstAidFor(message).steps).toContain('sweetDrink');
  });
});

describe('the first aid for convulsions without waking up', () => {
  it('is that for both if a pronoun names the person in French', () => {
    const { steps } = firstAidFor('il a le palu, il convulse et ne se réveille pas');
    expect(steps).toEqual(expect.arrayContaining(['clearSpace', 'onSide', 'nothingByMouth']));
  });
});

describe('a question about what has not happened', () => {
  it.each([
    ['and if he vomits it out shud i repeat', 'my baby is 7 months and body is hot since yesterday nite'],
    ['what if she vomits the tablet, what do i do', 'my daughter has fever'],
  ])('is no emergency if there is no sure sign: "%s"', (message, earlier) => {
    expect(assessMessage(message, [earlier]).urgency).not.toBe('emergency');
  });

  it.each(['if he vomits blood what should i do', 'he vomits blood, should i go to hospital'])(
    'is an emergency with one: "%s"',
    (message) => {
      expect(assessMessage(message, []).urgency).toBe('emergency');
    },
  );

  it.each(['comment reconnaître les convulsions fébriles, mon enfant n’en a pas'])(
    'is routine if nobody has it: "%s"',
    (message) => {
      expect(assessMessage(message, []).urgency).toBe('routine');
    },
  );
});

describe('the first aid for somebody who does not answer', () => {
  it.each([
    'my father is diabetic, sweating and confused, does not answer',
    'my diabetic father does not respond',
    'ابي عنده سكري ولا يرد ماذا أفعل؟',
    'my sister took insulin and is not responding',
    'ma mère est diabétique et ne répond pas',
    'o meu pai é diabético e não responde',
    'baba ana kisukari haitiki',
    'bibi ana kisukari haamki',
    'ابي عنده سكري ولا يرد',
    'امي مريضة سكر ومش بترد عليا',
    'my child drank kerosene and is not responding',
    'mtoto wangu haitiki baada ya degedege',
  ])('is for an unconscious person, and nothing to drink: "%s"', (message) => {
    const { signs, steps } = firstAidFor(message);
    expect(signs).toContain('unconscious');
    expect(steps).toContain('pressChest');
    expect(steps).not.toContain('sweetDrink');
  });

  it.each([
    'my father has diabetes, is very sweaty and confused but he answers',
    'baba ana kisukari, anatetemeka na jasho',
    'she has diabetes, is shaking and sweating a lot and feels faint',
  ])('is a sweet drink while the person answers: "%s"', (message) => {
    expect(firstAidFor(message).steps).toContain('sweetDrink');
  });

  it.each([
    'the clinic does not answer the phone, i have diabetes',
    'mon mari ne répond pas à mes messages, je suis diabétique',
    'the doctor does not answer my question about diabetes',
    'الطبيب لا يرد على سؤالي عن السكري',
    'daktari hajibu ujumbe wangu kuhusu kisukari',
    'o médico não responde à minha pergunta sobre diabetes',
  ])('is not given for a message without an answer: "%s"', (message) => {
    expect(firstAidFor(message).signs).toEqual([]);
  });
});

describe('somebody with diabetes who does not answer', () => {
  it.each([
    'my mother with diabetes is not responding',
    'my mother with an infection and diabetes is not responding',
    'baba haitiki baada ya kuchoma insulini',
    'ma mère ne répond pas après son insuline',
    'não responde depois da insulina',
    'my father took insulin and does not respond to me',
    'ابي لا يرد علي بعد الانسولين',
    'My father is diabetic and does not respond, the ambulance does not answer',
    'the clinic does not answer the phone and my diabetic father is not responding',
    'mon père diabétique ne répond pas et l’ambulance ne répond pas',
    'o meu pai é diabético e desmaiou',
    'o meu pai diabético desmaiou e não acordou',
    'my diabetic father is unconscious, he has not woken up',
    'my diabetic father woke up sweating and now he is unconscious',
    'my father, diabetic since last year, is unconscious',
    'he is diabetic since last year and unconscious',
    'ma mère diabétique a perdu connaissance',
    'il est diabétique, évanoui, il n’a pas repris connaissance',
    'baba ana kisukari amezimia na hajaamka',
    'ابي عنده سكري واغمي عليه',
    'ابي عنده سكري اغمي عليه وما فاق',
  ])('is an emergency with the steps for an unconscious person: "%s"', (message) => {
    const { urgency, isDoubtful } = assessMessage(message, []);
    expect({ urgency, isDoubtful }).toEqual({ urgency: 'emergency', isDoubtful: false });
    expect(firstAidFor(message).signs).toEqual(expect.arrayContaining(['unconscious', 'diabetes']));
  });

  it.each([
    'my father is diabetic, he was unconscious yesterday but he woke up',
    'my mother has diabetes, last year she lost consciousness',
    'mon père est diabétique, il s’est évanoui hier mais il est réveillé',
    'ma mère diabétique a perdu connaissance l’année dernière',
    'o meu pai é diabético, desmaiou ontem mas já acordou',
    'baba ana kisukari, alipoteza fahamu jana lakini sasa ameamka',
    'ابي عنده سكري، اغمي عليه امس لكنه استيقظ',
  ])('is no certain emergency with chest compressions after waking up: "%s"', (message) => {
    const { urgency, isDoubtful, signs } = assessMessage(message, []);
    expect(urgency === 'emergency' && !isDoubtful && signs.includes('unconscious')).toBe(false);
    expect(firstAidFor(message).steps).not.toContain('pressChest');
  });

  it.each([
    'Je voudrais plus de connaissance sur le diabète',
    'my diabetes does not respond to insulin',
    'mon diabète ne répond pas au traitement',
    'mon diabète ne répond pas à l’insuline',
    'a minha diabetes não responde à insulina',
    'kisukari changu hakitiki dawa',
  ])('is not what a message about the illness tells: "%s"', (message) => {
    const { urgency, isDoubtful } = assessMessage(message, []);
    expect(urgency === 'emergency' && !isDoubtful).toBe(false);
    expect(firstAidFor(message).steps).not.toContain('pressChest');
  });

  it('keeps the signs that were found before', () => {
    const { signs } = assessMessage('my diabetic father does not respond, there is blood in his vomit', []);
    expect(signs).toEqual(expect.arrayContaining(['diabetes', 'unconscious']));
  });
});

describe('the first aid for somebody who swallowed a poison', () => {
  it.each([
    'my brother swallowed poison what should we do',
    'my child drank kerosene and is vomiting',
    'mon enfant a bu de l’eau de javel',
    'o meu filho bebeu lixívia',
    'mtoto amekunywa mafuta ya taa',
    'ابني شرب كلور',
  ])('begins with not bringing on vomiting, and says nothing of smoke: "%s"', (message) => {
    const { signs, steps } = firstAidFor(message);
    expect(signs).toContain('poisoning');
    expect(steps.find((step) => !/Child|Infant|notAlone|removeMeans/.test(step))).toBe('noVomiting');
    expect(steps).not.toContain('freshAir');
  });

  it.each([
    'the whole family breathed smoke of the charcoal stove, they are vomiting and dizzy',
    'she drank pesticide and there is smoke and gas in the closed room, she does not breathe well',
    'il a bu de la javel et il a inhalé du gaz',
  ])('has the air where one was breathed, too: "%s"', (message) => {
    expect(firstAidFor(message).steps).toContain('freshAir');
  });
});
