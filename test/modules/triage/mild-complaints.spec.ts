import { composeFirstAid } from '../../../src/modules/triage/advice/first-aid';
import { assessMessage } from '../../../src/modules/triage/assess-message';

const SALTS =
  'my baby girl 8months hav runing stomach since yesterday, how do i mix the salt and sugar water at home';

describe('a message about nothing but vomiting, diarrhoea or snoring', () => {
  it.each([
    'she is vomiting',
    'my child is vomiting',
    'i am vomiting',
    'il vomit',
    'mon fils de 3 ans vomit depuis hier, que faire ?',
    'ela está a vomitar',
    'o meu filho está a vomitar',
    'mtoto wangu anatapika',
    'ابني يتقيأ',
    'my baby 8 months has diarrhea since yesterday, how do i mix ORS',
    SALTS,
    'mon mari ronfle tres fort et la nuit des fois il arrete de respirer un peu puis ca reprend, ca dure depuis des annees c grave?',
    'o meu marido ronca muito e para de respirar durante a noite',
    'mume wangu anakoroma usiku na anaacha kupumua kidogo',
    'زوجي يشخر بالليل ويتوقف نفسه قليلا ثم يرجع',
  ])('is for today: "%s"', (message) => {
    expect(assessMessage(message, [])).toMatchObject({ urgency: 'today', signs: [] });
  });

  it('is for today after a question about diarrhoea', () => {
    expect(assessMessage('she is vomitting it back, what now', [SALTS]).urgency).toBe('today');
  });

  it.each(['my son fell from a tree', 'she drank kerosene'])(
    'stays an emergency without steps for blood or poison after "%s"',
    (earlier) => {
      expect(assessMessage('she is vomiting', [earlier])).toMatchObject({ urgency: 'emergency', signs: [] });
    },
  );

  it.each([
    'elle vomit du sang',
    'he drank kerosene and is vomiting',
    'my newborn is vomiting',
    'my daughter is pregnant and vomiting',
    'he fell from the ladder and is vomiting',
    'my child vomits everything and is sleepy',
    'mtoto anatapika kila kitu na ana usingizi mzito',
    'she snores and I cannot wake her tonight',
    'she snores tonight and her lips are blue',
  ])('stays an emergency with a word of danger: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('emergency');
  });
});

describe('the first aid of a person who is not in the message', () => {
  it('is not that for a newborn for a child of months', () => {
    const { signs, contexts, circumstances } = assessMessage(
      'my baby of 8 months is hot, weak and refuses to suck',
      [],
    );
    expect(composeFirstAid(signs, contexts, circumstances).first).not.toContain('skinToSkin');
  });

  it('is not that for a pregnant woman if nobody speaks of a pregnancy or a birth', () => {
    const message =
      'my baby girl 8months hav runing stomach, she weak, how do i mix the salt and sugar water';
    expect(assessMessage(message, []).signs).not.toContain('pregnancy');
  });
});
