import { dangerIn, type DangerSign } from '../../src/chatbot/danger-signs/danger-signs';

const EMERGENCIES: readonly (readonly [sign: DangerSign, message: string])[] = [
  ['chestPain', 'Mon père de 58 ans a une douleur dans la poitrine qui monte dans la mâchoire'],
  ['stroke', "Ma mère parle comme quelqu'un qui a bu et sa main droite lâche tout"],
  ['bleeding', "Il s'est coupé à la jambe avec la daba et le sang gicle, on n'arrive pas à arrêter"],
  ['convulsions', 'mon fils de 3 ans est devenu tout raide, il tremblait et ses yeux étaient blancs'],
  ['unconscious', "le gardien est couché par terre on l'appelle il ne répond pas"],
  ['pregnancy', 'elle pousse depuis ce matin, on voit une main du bébé'],
  ['pregnancy', "retard de règles de 2 mois, grosse douleur d'un côté et j'ai failli tomber"],
  ['smallChild', 'ma fille de 14 mois respire trop vite et ses côtes se creusent'],
  ['smallChild', 'bb de 7 mois il respir vite vite et il fé du bruit'],
  ['breathing', "ma mère asthmatique n'arrive plus à parler, la ventoline ne fait rien"],
  ['poisoning', 'ma mère a bu le médicament des tomates par erreur'],
  ['bite', 'serpent a mordu mon frère au champ, le pied est déjà gros'],
  ['breathing', "j'ai avalé de travers un morceau d'igname, j'arrive pas à reprendre mon souffle"],
  ['injury', "ma fille s'est renversé la marmite de sauce brûlante sur le ventre"],
  ['allergy', 'ses paupières et sa bouche gonflent depuis la piqûre de guêpe'],
  ['meningitis', 'mon fils a une forte fièvre, il pleure quand on plie son cou et vomit'],
  ['injury', 'le moulin lui a arraché deux doigts'],
  ['assault', "on m'a droguée dans un bar et je me suis réveillée sans culotte"],
  [
    'dehydration',
    "Il va aux toilettes sans arrêt, que de l'eau, il ne tient plus sur ses jambes et sa bouche est sèche",
  ],
  ['severeMalaria', 'paludisme et elle convulse'],
  [
    'diabetes',
    "papa est diabétique, il a fait son insuline sans manger et il transpire, il dit n'importe quoi",
  ],
  ['selfHarm', "j'ai plus envie de vivre, personne ne me comprend"],
  ['severePain', 'Mal de ventre insupportable en bas à droite avec fièvre, je peux pas marcher'],
  ['stroke', "maman n'arrive pas à sourire des deux côtés"],
  ['poisoning', "j'ai pris de la mort aux rats il y a une heure"],
  ['smallChild', "mon neveu a la diarrhée depuis 3 jours il n'a plus la force de pleurer"],
  ['bite', "le cobra m'a craché dans les yeux"],
];

/** Negated, mild, long past, figurative, about an animal, or asked in general. */
const NO_EMERGENCIES: readonly string[] = [
  "quels sont les premiers signes d'un AVC ?",
  "Mon grand-père est mort d'une crise cardiaque en 2005, dois-je faire un bilan ?",
  'mon chien a été empoisonné, vous connaissez un véto à Douala ?',
  'Aucun saignement, aucune douleur, je suis à 5 mois de grossesse, est-ce que je peux voyager ?',
  'ma fille a eu des convulsions à 1 an, elle en a 9 maintenant et tout va bien. peut-elle faire du sport ?',
  "On a eu un accident de voiture l'an dernier, maintenant j'ai peur de conduire",
  "mon patron m'étouffe avec ses dossiers",
  'mes gencives saignent un peu au brossage',
  "mon bébé ne se réveille plus la nuit, à 6 mois c'est normal ?",
  'enceinte de 8 mois, mes pieds gonflent un peu le soir, la tension est bonne',
  "le bébé n'est pas brûlant, il tète toutes les 3h et dort bien la nuit",
  "je n'ai pas d'idées suicidaires, juste le stress des examens",
  "j'ai rêvé qu'un serpent me mordait, ça veut dire quoi",
  'Comment se transmet la méningite ?',
  "elle n'a pas perdu de sang et le bébé bouge bien",
  'je me suis cassé la jambe il y a trois ans, maintenant ça fait mal quand il fait froid',
  "imaginons que quelqu'un boive du pétrole, quel antidote ?",
  "le joueur s'est évanoui au match d'hier, tu as vu ?",
  'le wifi est dans le coma depuis hier',
  'je suis essoufflé quand je monte 6 étages mais ça passe vite',
];

describe('danger signs in French', () => {
  it.each(EMERGENCIES)('recognises %s in "%s"', (sign, message) => {
    const danger = dangerIn(message, []);
    expect(danger?.signs).toContain(sign);
    expect(danger?.language).toBe('fr');
  });

  it.each(NO_EMERGENCIES)('finds no danger in "%s"', (message) => {
    expect(dangerIn(message, [])).toBeUndefined();
  });
});
