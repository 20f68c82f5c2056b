import french from '../../src/chatbot/assistant/offline/specialties.fr.json';
import { EMERGENCY, ENGLISH_END, FRENCH_END, offlineReply, SEEDED, URGENCE } from './offline-scenario';

function nameOf(code: string, language: 'en' | 'fr'): string {
  const names = new Map(
    language === 'fr'
      ? Object.entries(french).map(([key, { name }]) => [key, name])
      : SEEDED.map((it) => [it.code, it.name]),
  );
  const name = names.get(code);
  if (name === undefined) throw new Error(`no specialty "${code}"`);
  return name;
}

describe('the specialty that fits', () => {
  it.each([
    ['I have a fever and I feel tired', 'general-practice'],
    ['I have headache and fever for 3 days', 'general-practice'],
    ['my back is paining me', 'orthopaedics'],
    ['My son has had diarrhoea since yesterday', 'paediatrics'],
    ['I am four months pregnant, where do I go for checks?', 'obstetrics-and-gynaecology'],
    ['My periods are very painful: painful periods each month', 'obstetrics-and-gynaecology'],
    ['I want to start contraception', 'sexual-and-reproductive-health'],
    ['We are trying to conceive for three years', 'reproductive-medicine'],
    ['Where can I get my HIV medicines?', 'infectious-diseases'],
    ['I think I have malaria', 'tropical-medicine'],
    ['I have high blood pressure', 'cardiology'],
    ['I feel palpitations at night', 'cardiology'],
    ['varicose veins', 'vascular-surgery'],
    ['There is an ITCHY rash on my arms!', 'dermatology'],
    ['I get a migraine every week', 'neurology'],
    ['I have been depressed for months', 'psychiatry'],
    ['I am stressed after my divorce', 'clinical-psychology'],
    ['I want to quit smoking', 'addiction-medicine'],
    ['My eyes are red and watering', 'ophthalmology'],
    ['I need new glasses', 'optometry'],
    ['sore throat and blocked nose', 'ent'],
    ['I need a hearing aid', 'audiology'],
    ['toothache', 'dentistry'],
    ['It burns when I urinate', 'urology'],
    ['my kidneys are failing', 'nephrology'],
    ['stomach pain after eating', 'gastroenterology'],
    ['My eyes are yellow', 'hepatology'],
    ['I’ve been coughing for three weeks', 'pulmonology'],
    ['I am diabetic', 'endocrinology'],
    ['I have sickle-cell disease', 'haematology'],
    ['I found a lump in my breast', 'oncology'],
    ['I broke my wrist', 'orthopaedics'],
    ['my joints are stiff', 'rheumatology'],
    ['I am allergic to peanuts', 'allergy-and-immunology'],
    ['I have a hernia', 'general-surgery'],
    ['I am overweight and want to lose weight', 'nutrition'],
    ['I need a physiotherapist', 'physiotherapy'],
    ['My brother stammers', 'speech-therapy'],
  ])('is found for "%s"', async (message, code) => {
    const reply = await offlineReply(message);
    expect(reply).toMatch(`The specialty that fits what you describe: ${nameOf(code, 'en')}. `);
    expect(reply).toMatch(ENGLISH_END);
  });

  it.each([
    ['J’ai de la fièvre et je suis fatiguée', 'general-practice'],
    ['Mon fils a la diarrhée depuis hier', 'paediatrics'],
    ['Je suis enceinte de quatre mois', 'obstetrics-and-gynaecology'],
    ['Je cherche une contraception', 'sexual-and-reproductive-health'],
    ['Nous n’arrivons pas à concevoir', 'reproductive-medicine'],
    ['Où trouver mon traitement contre le VIH ?', 'infectious-diseases'],
    ['JE CROIS QUE J’AI LE PALU', 'tropical-medicine'],
    ['Mon cœur bat très vite', 'cardiology'],
    ['j ai des varices', 'vascular-surgery'],
    ['J’ai des boutons qui démangent', 'dermatology'],
    ['maux de tete', 'neurology'],
    ['Je suis déprimé depuis des mois', 'psychiatry'],
    ['Je suis stressée par mon divorce', 'clinical-psychology'],
    ['Je veux arrêter de fumer', 'addiction-medicine'],
    ['Mes yeux sont rouges', 'ophthalmology'],
    ['Il me faut des lunettes', 'optometry'],
    ['mal de gorge et nez bouché', 'ent'],
    ['Mon père devient sourd', 'audiology'],
    ['J’ai une rage de dents', 'dentistry'],
    ['Ça brûle quand j’urine', 'urology'],
    ['J’ai une insuffisance rénale', 'nephrology'],
    ['J’ai mal au ventre après les repas', 'gastroenterology'],
    ['J’ai les yeux jaunes', 'hepatology'],
    ['Je tousse depuis trois semaines', 'pulmonology'],
    ['Je suis diabétique', 'endocrinology'],
    ['J’ai la drépanocytose', 'haematology'],
    ['J’ai une boule dans le sein', 'oncology'],
    ['Je me suis cassé le bras', 'orthopaedics'],
    ['J’ai mal aux articulations', 'rheumatology'],
    ['Je suis allergique aux arachides', 'allergy-and-immunology'],
    ['J’ai une hernie', 'general-surgery'],
    ['Je perds mes cheveux, une vraie chute de cheveux', 'dermatology'],
    ['Mon bébé est né prématuré', 'paediatrics'],
  ])('est trouvée pour « %s »', async (message, code) => {
    const reply = await offlineReply(message);
    expect(reply).toMatch(`La spécialité qui correspond à ce que vous décrivez : ${nameOf(code, 'fr')}. `);
    expect(reply).toMatch(FRENCH_END);
  });

  it('comes with its description and the way to a first contact', async () => {
    expect(await offlineReply('toothache')).toBe(
      [
        'The specialty that fits what you describe: Dentistry. Care of the teeth, the gums and the mouth.',
        'If no such specialist is near you, start with general practice or the nearest health centre: they can examine you and refer you.',
        'If it gets worse quickly, or you are very worried, go to the nearest hospital.',
        'I am an automated offline guide: no AI and no doctor. I only match words to specialties.',
      ].join('\n\n'),
    );
  });

  it('is taken from the whole word only', async () => {
    expect(await offlineReply('I keep forgetting, nothing else')).not.toMatch('The specialty that fits');
    expect(await offlineReply('my appearance at the theatre')).not.toMatch('The specialty that fits');
  });

  it('is the next best one where the catalogue lacks the first', async () => {
    const few = SEEDED.filter(({ code }) => code !== 'paediatrics');
    expect(await offlineReply('My son has had diarrhoea since yesterday', few)).toMatch(
      'describe: Gastroenterology. ',
    );
    expect(await offlineReply('I have a toothache', [])).toMatch(/start with: General practice\./);
  });
});

describe('an emergency', () => {
  it.each([
    'I have pain in my chest',
    'my father has CHEST PAINS and is sweating',
    "I can't breathe",
    'I cant breathe well at all',
    'My wife is bleeding and it will not stop. The bleeding does not stop',
    'he had convulsions this morning',
    'She is unconscious',
    'his mouth is twisted and one side of the body is weak',
    'I want to kill myself',
    'I do not want to live anymore',
    'a snake bit my brother in the field',
    'my daughter drank kerosene',
    'I am 7 months pregnant and since this morning I see a bit of everything: bleeding, cramps',
    'She delivered last week and has fever',
    'my baby cannot drink',
    'The baby is not breastfeeding and is very sleepy',
    'fever since two days and now a stiff neck',
    'I was raped',
    'No fever, but chest pain',
    'No fever. Chest pain since noon.',
    'no, the chest pain is still there',
    'no the chest pain is still there',
    'No a snake bite on his leg',
    'I do not know why I have chest pain',
    'no doctor here, heavy bleeding',
    'Not only chest pain, also dizzy',
    'I had no chest pain yesterday, now strong chest pain',
    'I have never had chest pain like this',
    'What are the signs of a heart attack? My chest hurts',
  ])('comes first in the reply to "%s"', async (message) => {
    const reply = await offlineReply(message);
    expect(reply).toMatch(EMERGENCY);
    expect(reply).toMatch('Emergency medicine');
    expect(reply).toMatch(ENGLISH_END);
  });

  it.each([
    'J’ai mal à la poitrine',
    'mon pere a une douleur a la poitrine',
    'Je n’arrive pas à respirer',
    'Ma femme saigne beaucoup',
    'Il fait des convulsions',
    'Elle a perdu connaissance',
    'Sa bouche est tordue et son bras ne bouge plus',
    'J’ai envie de mourir',
    'Je ne veux plus vivre',
    'Un serpent a mordu mon frère',
    'Ma fille a bu du pétrole',
    'Je suis enceinte et je saigne',
    'Mon bébé ne tète plus',
    'l’enfant vomit tout ce qu’il prend',
    'fièvre et nuque raide',
    'Pas de fièvre mais une douleur à la poitrine',
    'pas de médecin ici, hémorragie',
    'Je ne sais pas pourquoi j’ai mal à la poitrine',
  ])('vient en tête de la réponse à « %s »', async (message) => {
    const reply = await offlineReply(message);
    expect(reply).toMatch(URGENCE);
    expect(reply).toMatch("Médecine d'urgence");
    expect(reply).toMatch(FRENCH_END);
  });

  it.each([
    'I have a cough but no chest pain',
    'I have a cough without chest pain or trouble breathing',
    'no fever, cough or chest pain, just a headache',
    'I do not have any chest pain, only a headache',
    'She doesn’t have chest pain',
    'I am not suicidal',
    'What are the signs of a stroke?',
    'What causes chest pain?',
    'I need a blood test in pregnancy',
    'Je tousse mais pas de douleur à la poitrine',
    'sans douleur thoracique ni convulsions, juste un rhume',
    'Je n’ai pas de mal à respirer',
    'Quels sont les signes d’un AVC ?',
    'J’ai une rage de dent',
    'Prise de sang pendant la grossesse',
    'chute de cheveux',
  ])('is not seen in "%s"', async (message) => {
    const reply = await offlineReply(message);
    expect(reply).not.toMatch(EMERGENCY);
    expect(reply).not.toMatch(URGENCE);
  });

  it('is seen in a language other than the conversation’s', async () => {
    expect(await offlineReply(['Hello, I need help please', 'douleur thoracique'])).toMatch(
      /emergency|urgence/,
    );
    expect(await offlineReply('Bonjour docteur, mon mari dit chest pain')).toMatch(URGENCE);
  });

  it('comes with what to do on the way', async () => {
    expect(await offlineReply('A snake bit my brother')).toMatch('do not cut, suck or tie it');
    expect(await offlineReply('Il fait des convulsions')).toMatch('ne mettez rien dans la bouche');
    expect(await offlineReply('I want to die')).toMatch('You are not alone with this');
  });

  it('is told even with an empty catalogue', async () => {
    expect(await offlineReply('I have chest pain', [])).toMatch(EMERGENCY);
  });
});
