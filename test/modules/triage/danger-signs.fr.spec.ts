import { type DangerSign, findDanger } from '../../../src/modules/triage/find-danger';

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
  ['bleeding', "Depuis qu'on lui a arraché la dent ce midi ça n'arrête pas de couler, il a rempli deux bols"],
  ['bleeding', 'le vieux a toussé et le mouchoir était plein de rouge, ça recommence chaque fois'],
  ['bleeding', 'coup de tesson au poignet, ça sort en jet quand on lâche la main'],
  ['selfHarm', "je suis au bord du pont là, je regarde l'eau. dites à maman que je l'aime"],
  [
    'selfHarm',
    'tout est prêt, la lettre est sur la table, demain je ne serai plus un problème pour personne',
  ],
  ['selfHarm', 'jen peu plu, jveu que tout sarrete, je suis sur le toit de limmeuble'],
  ['bite', 'la petite a mis la main dans la chaussure, un scorpion, elle transpire et vomit maintenant'],
  ['bite', 'quelque chose de long a filé sous la natte, ma mère a deux petits trous au mollet'],
  ['assault', "Trois hommes m'ont attrapée sur le chemin du champ, ils ont fait ce qu'ils voulaient"],
  ['assault', "mon mari a tenu mon cou jusqu'à ce que tout devienne noir"],
  ['chestPain', "j'ai un étau au milieu des côtes qui monte dans le cou"],
  ['chestPain', "Mon père de 70 ans dit qu'on lui a posé un pilon sur le coeur"],
  ['stroke', "c'est du charabia qui est sorti de sa bouche, elle tient plus sa tasse"],
  ['stroke', 'Le côté droit de maman ne veut plus travailler depuis le réveil'],
  ['allergy', 'une abeille sur la nuque, plein de plaques, il dit que tout devient noir'],
  ['breathing', "j'ai l'air qui ne passe plus depuis la fumée"],
  ['breathing', 'Papi BPCO, la saturation affiche 78'],
  ['unconscious', 'on a beau crier son nom, la main retombe quand on la soulève'],
  [
    'unconscious',
    "Pendant la formation la formatrice s'est écroulée, elle ne répond pas, c'est pas une blague",
  ],
  ['convulsions', 'elle est au sol, ses dents claquent, ses yeux montent, elle a uriné'],
  ['injury', "on vient de sortir un garçon de la lagune il crache de l'eau et il est glacé"],
  ['injury', 'on lui a ouvert le ventre avec un tesson'],
  ['pregnancy', 'enceinte de 7 mois, le drap est mouillé et ça continue de couler'],
  ['pregnancy', "elle a accouché à la maison, l'autre chose n'est pas sortie"],
  ['poisoning', 'il a traité le champ de coton sans masque, depuis il bave et ses muscles sautent'],
  ['dehydration', "il fait de l'eau sans arrêt depuis l'aube, ses yeux sont au fond du crâne"],
  ['unconscious', 'Il a 5 semaines et il ne réagit presque plus'],
];

/** Negated, mild, in the distant past, over, figurative, dreamt, about an animal, or a general question. */
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
  "j'ai rêvé que mon bébé ne respirait plus, c'est quoi ces rêves ?",
  `Au Scrabble on m'a refusé "hémorragie" à cause de l'orthographe`,
  'Ce taximan roule comme un suicidaire, je prends plus jamais avec lui',
  "Le comédien a fait semblant de s'évanouir sur scène",
  'il a fini son traitement de palu grave, contrôle négatif. Je peux le renvoyer au foot quand ?',
  "Mon grand-père s'est pendu avant ma naissance",
  'La lune était rouge comme du sang, mauvais pour les femmes enceintes ?',
  'Le médicament de ma mère peut-il provoquer des convulsions ?',
  'La poule a avalé un plastique et semble étouffée, que font les éleveurs ?',
  "mon coeur s'est arrêté quand j'ai vu la facture",
  "J'ai un contrat, je veux en finir avec ce contrat",
  'Est-ce que tous les enfants avec forte fièvre convulsent ?',
  "un documentaire sur le suicide dans l'armée, il y en a d'autres ?",
  'ma nièce a la diarrhée molle deux fois par jour, elle joue',
  'mes lèvres sont bleues de froid',
  "le wallah de prix du riz m'a donné une attaque, la PMI ouvre lundi ?",
  'Que veut dire « inconscient collectif » ?',
  "Depuis mon opération je ne m'étouffe plus jamais en mangeant",
];

describe('danger signs in French', () => {
  it.each(EMERGENCIES)('finds %s in "%s"', (sign, message) => {
    const danger = findDanger(message, []);
    expect(danger?.signs).toContain(sign);
    expect(danger?.language).toBe('fr');
  });

  it.each(NO_EMERGENCIES)('finds no danger in "%s"', (message) => {
    expect(findDanger(message, [])).toBeUndefined();
  });
});
