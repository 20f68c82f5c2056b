import { assessMessage } from '../../../src/modules/triage/assess-message';

describe('a question of somebody who thinks of the own death', () => {
  it.each([
    'who will miss me if I die',
    'who go miss me if i die',
    'if i die tomorrow nobody will notice me',
    'personne ne va pleurer si je meurs',
    'ninguém vai chorar quando eu morrer',
    'hakuna atakayenikosa nikifa',
    'à qui je vais manquer si je meurs',
    'quem vai sentir a minha falta se eu morrer',
    'nani atanikumbuka nikifa',
    'من سيفتقدني إذا مت',
  ])('is an emergency of self-harm: "%s"', (message) => {
    expect(assessMessage(message, [])).toMatchObject({ urgency: 'emergency', signs: ['selfHarm'] });
  });
});

describe('a refusal or another wish beside means of death', () => {
  it.each([
    'my mother refuses her medicine and says she wants to die',
    'I cut my wrists, I want to lose weight',
    'je veux maigrir, j’ai avalé toute la boîte de comprimés',
    'quero emagrecer, tomei todos os comprimidos',
    'nataka kupunguza uzito nimekunywa vidonge vyote',
    'he refuses his medicine and has cut his wrists',
    'mon frère refuse ses médicaments, il a une corde et dit que c’est la fin',
  ])('is an emergency: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('emergency');
  });
});

describe('a question of somebody who is away', () => {
  it.each([
    'nobody will miss me at the meeting tomorrow, can I go to the clinic',
    'will my wife remember the dose when I am gone on travel',
    'can my sister remember the tablets when I am gone to work',
    'will the nurse remember my appointment when I am gone',
    'does anyone notice if I was gone from the clinic queue',
  ])('is no emergency: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).not.toBe('emergency');
  });
});
