import { asksForFactOfNow, isOnlyRoutine } from '../../../../src/modules/chatbot/facts/fact-urgency';
import { findAskedFacts } from '../../../../src/modules/chatbot/facts/asked-facts';
import { findReading } from '../../../../src/modules/chatbot/facts/readings';
import type { Locale } from '../../../../src/shared/locale';

describe('the urgency that a fact declares', () => {
  it.each<[Locale, string]>([
    ['en', 'condom bust last nite with a guy i dont know his status. is there somthing i can take'],
    ['en', 'the condom tore yesterday'],
    ['fr', 'pilule du lendemain, je peux la prendre quand'],
  ])('is now, in %s: "%s"', (language, message) => {
    expect(asksForFactOfNow(message, [language])).toBe(true);
  });

  it('is routine for grief', () => {
    const message =
      'jai perdu ma maman le mois passe depuis je dors plus je me reveille a 2h et je pense a elle';
    expect(isOnlyRoutine(message, ['fr'])).toBe(true);
  });

  it.each<[Locale, string]>([
    ['en', 'my mother died and i cannot sleep, i want to die'],
    ['en', 'i cannot sleep and my chest pains'],
    ['fr', 'j’ai perdu ma mère, je dors plus et je veux mourir'],
    ['sw', 'mama amefariki, silali na nataka kufa'],
    ['en', 'what is malaria'],
  ])('is none with a word of danger, or without a fact, in %s: "%s"', (language, message) => {
    expect(isOnlyRoutine(message, [language])).toBe(false);
  });
});

describe('everyday words for what a fact is about', () => {
  it.each<[string, Locale, string]>([
    ['pep', 'en', 'condom bust last nite, is there somthing i can take'],
    ['burningUrine', 'fr', 'depuis avant hier kan je pisse ca me chauffe grave'],
    [
      'antenatal',
      'pt',
      'tou gravida de 3 meses e ainda nao fui na consulta, quantas vezes tenho q ir e o que fazem la?',
    ],
    [
      'alcoholMedicines',
      'pt',
      'tou a tomar metronidazol ha 3 dias posso beber umas cuca no sabado na festa?',
    ],
    ['alcoholMedicines', 'sw', 'natumia dawa za antibiotiki naweza kunywa bia'],
    ['paracetamolChild', 'ar', 'ولدي عمرو 3 سنين ووزنو 14 كيلو سخون شحال نعطيه من الدوليبران'],
  ])('find %s, in %s: "%s"', (id, language, message) => {
    expect(findAskedFacts(message, [language]).map((fact) => fact.id)).toContain(id);
  });

  it('are read with a weight', () => {
    expect(findReading('وزنو 14 كيلو شحال نعطيه من الدوليبران')?.factId).toBe('paracetamolChild');
  });
});
