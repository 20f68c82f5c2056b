import { assessMessage } from '../../../src/modules/triage/assess-message';

describe('a question of somebody who thinks of the own death', () => {
  it.each([
    'who will miss me if I die',
    'who go miss me if i die',
    'will anybody cry when i am gone',
    'if i die tomorrow nobody will notice me',
    'personne ne va pleurer si je meurs',
    'ninguém vai chorar quando eu morrer',
    'hakuna atakayenikosa nikifa',
    'nobody will miss me when i am gone',
    'à qui je vais manquer si je meurs',
    'quem vai sentir a minha falta se eu morrer',
    'nani atanikumbuka nikifa',
    'من سيفتقدني إذا مت',
  ])('is an emergency of self-harm: "%s"', (message) => {
    expect(assessMessage(message, [])).toMatchObject({ urgency: 'emergency', signs: ['selfHarm'] });
  });
});

describe('a refusal beside a word of death', () => {
  it.each([
    'my mother refuses her medicine and says she wants to die',
    'ma mère refuse ses médicaments et dit qu’elle veut mourir',
    'baba anakataa dawa na anasema anataka kufa',
    'je veux maigrir ou mourir',
  ])('stays an emergency: "%s"', (message) => {
    expect(assessMessage(message, [])).toMatchObject({ urgency: 'emergency', signs: ['selfHarm'] });
  });
});

describe('a wish that is none to die', () => {
  it.each([
    'my mother bp is 150 over 95 and she dont want to take drugs',
    'je veux maigrir du ventre',
    'quero emagrecer antes do casamento',
    'mume wangu hataki kutumia kondomu',
    'nobody will miss me at the meeting tomorrow, can I go to the clinic',
  ])('is no emergency: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).not.toBe('emergency');
  });
});
