import type { EmergencyKind, Language } from './vocabulary';

/** Everything that the offline assistant says, in one language. */
export interface Sentences {
  /** The first words of a reply to something that sounds like an emergency. */
  readonly emergency: string;
  /** What to do on the way; from the sources named in the vocabulary files. */
  readonly firstAid: Readonly<Partial<Record<EmergencyKind, string>>>;
  readonly specialty: (name: string, description: string) => string;
  readonly alternative: (name: string, description: string) => string;
  readonly generalPractice: (name: string) => string;
  readonly whenWorse: string;
  readonly unknown: (name: string, description: string) => string;
  readonly greeting: string;
  readonly thanks: string;
  readonly about: string;
  readonly list: (names: readonly string[]) => string;
  /** Said to somebody whose language was not recognised. */
  readonly otherLanguage: string;
  /** The end of every reply. */
  readonly disclaimer: string;
}

const english: Sentences = {
  emergency:
    'This sounds like an emergency. Go to the nearest hospital or emergency service now, or call your local emergency number. Do not wait for an answer here.',
  firstAid: {
    chestPain: 'Until then: sit down and rest; do not walk or drive there alone.',
    breathing: 'Until then: sit upright, loosen tight clothes, and do not stay alone.',
    bleeding: 'If a wound is bleeding, press on it firmly with a clean cloth and keep pressing on the way.',
    convulsions:
      'During a fit: lay the person on their side, move hard things away, and put nothing in the mouth.',
    unconscious: 'If the person breathes, lay them on their side; give nothing to eat or drink.',
    stroke: 'Note when it began; give nothing to eat or drink.',
    selfHarm:
      'You are not alone with this, and help exists. Please stay with somebody you trust, tell them now, and put away anything you could hurt yourself with.',
    bite: 'Keep the person and the bitten part still. After a snake bite, do not cut, suck or tie it. Wash the bite of a dog or another animal with soap and running water for 15 minutes.',
    poisoning: 'Do not make the person vomit. Take the container, or what is left, with you.',
    pregnancy:
      'Go to a hospital with a maternity ward, with somebody beside you, and take the antenatal card if it is at hand.',
    smallChild:
      'Keep the child warm on the way and, if the child can swallow, go on offering the breast or drinks.',
    injury:
      'Cool a burn with clean running water. After a fall or an accident, do not move the neck or back of the person more than needed.',
    assault:
      'You are not to blame. Care within 72 hours can prevent HIV and pregnancy, so go as soon as you can.',
  },
  specialty: (name, description) => `The specialty that fits what you describe: ${name}. ${description}`,
  alternative: (name, description) => `It may also be a matter for: ${name}. ${description}`,
  generalPractice: (name) =>
    `If no such specialist is near you, start with ${name.toLowerCase()} or the nearest health centre: they can examine you and refer you.`,
  whenWorse: 'If it gets worse quickly, or you are very worried, go to the nearest hospital.',
  unknown: (name, description) =>
    `I did not recognise a health problem in that. Tell me in a few words what you feel, where, and since when. If you are not sure whom to see, start with: ${name}. ${description}`,
  greeting: 'Hello. Tell me in a few words what you feel, and I name the medical specialty that fits.',
  thanks: 'You are welcome. If anything changes or gets worse, see a health worker.',
  about:
    'Tell me in a few words what you feel, and I name the medical specialty that fits and say when it sounds like an emergency. You can also ask for the list of specialties. I cannot examine you, say what illness you have, or advise on medicines.',
  list: (names) => `The specialties on this platform: ${names.join(', ')}.`,
  otherLanguage: 'Je réponds aussi en français.',
  disclaimer: 'I am an automated offline guide: no AI and no doctor. I only match words to specialties.',
};

const french: Sentences = {
  emergency:
    'Cela ressemble à une urgence. Allez maintenant à l’hôpital ou au service d’urgence le plus proche, ou appelez le numéro d’urgence local. N’attendez pas de réponse ici.',
  firstAid: {
    chestPain: 'En attendant : asseyez-vous et reposez-vous ; n’y allez ni à pied ni seul au volant.',
    breathing: 'En attendant : restez assis bien droit, desserrez les vêtements et ne restez pas seul.',
    bleeding:
      'Si une plaie saigne, appuyez fort dessus avec un linge propre, sans relâcher pendant le trajet.',
    convulsions:
      'Pendant la crise : couchez la personne sur le côté, éloignez les objets durs et ne mettez rien dans la bouche.',
    unconscious: 'Si la personne respire, couchez-la sur le côté ; ne lui donnez ni à manger ni à boire.',
    stroke: 'Notez l’heure du début ; ne donnez ni à manger ni à boire.',
    selfHarm:
      'Vous n’êtes pas seul face à cela, et de l’aide existe. Restez auprès d’une personne de confiance, dites-le-lui maintenant et éloignez tout ce qui pourrait vous blesser.',
    bite: 'Gardez la personne et la partie mordue immobiles. Après une morsure de serpent, ne pas couper, ne pas sucer, ne pas poser de garrot. Lavez la morsure d’un chien ou d’un autre animal à l’eau courante et au savon pendant 15 minutes.',
    poisoning: 'Ne faites pas vomir. Emportez l’emballage ou ce qui reste du produit.',
    pregnancy:
      'Allez dans un hôpital qui a une maternité, accompagnée, avec le carnet de santé prénatal s’il est à portée de main.',
    smallChild:
      'Gardez l’enfant au chaud pendant le trajet et, s’il peut avaler, continuez à proposer le sein ou à boire.',
    injury:
      'Refroidissez une brûlure à l’eau courante propre. Après une chute ou un accident, bougez le moins possible le cou et le dos de la personne.',
    assault:
      'Vous n’y êtes pour rien. Des soins dans les 72 heures peuvent éviter le VIH et une grossesse : allez-y au plus vite.',
  },
  specialty: (name, description) =>
    `La spécialité qui correspond à ce que vous décrivez : ${name}. ${description}`,
  alternative: (name, description) => `Cela peut aussi concerner : ${name}. ${description}`,
  generalPractice: (name) =>
    `S’il n’y a pas de tel spécialiste près de chez vous, commencez par la ${name.toLowerCase()} ou le centre de santé le plus proche : on peut vous y examiner et vous orienter.`,
  whenWorse: 'Si cela s’aggrave vite, ou si vous êtes très inquiet, allez à l’hôpital le plus proche.',
  unknown: (name, description) =>
    `Je n’ai pas reconnu de problème de santé. Dites-moi en quelques mots ce que vous ressentez, où et depuis quand. Si vous ne savez pas qui consulter, commencez par : ${name}. ${description}`,
  greeting:
    'Bonjour. Dites-moi en quelques mots ce que vous ressentez, et je vous indique la spécialité médicale qui correspond.',
  thanks: 'Je vous en prie. Si quelque chose change ou s’aggrave, consultez un agent de santé.',
  about:
    'Dites-moi en quelques mots ce que vous ressentez : je vous indique la spécialité médicale qui correspond et je vous dis si cela ressemble à une urgence. Vous pouvez aussi demander la liste des spécialités. Je ne peux ni vous examiner, ni dire quelle maladie vous avez, ni conseiller de médicaments.',
  list: (names) => `Les spécialités de cette plateforme : ${names.join(', ')}.`,
  otherLanguage: 'I also answer in English.',
  disclaimer:
    'Je suis un guide automatique hors ligne : ni intelligence artificielle, ni médecin. Je ne fais que relier des mots à des spécialités.',
};

export const SENTENCES: Readonly<Record<Language, Sentences>> = { en: english, fr: french };
