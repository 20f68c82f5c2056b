import { type DangerSign, findDanger } from '../../../src/modules/triage/find-danger';

const EMERGENCIES: readonly (readonly [sign: DangerSign, message: string])[] = [
  ['chestPain', 'maumivu makali ya kifua upande wa kushoto yanaenda mpaka mkono tangu saa kumi'],
  ['stroke', 'mume wangu amepooza upande mmoja leo asubuhi'],
  ['bleeding', 'amekatwa na panga mguuni damu inaruka haisimami hata tukifunga kitambaa'],
  ['convulsions', 'dege dege imeshika mtoto'],
  ['unconscious', 'nimemkuta baba amelala sakafuni haitikii'],
  ['pregnancy', 'nimejifungua wiki iliopita nina homa kali na uchafu unaonuka unatoka ukeni'],
  ['smallChild', 'mtoto anapumua haraka na mbavu zinaingia ndani'],
  ['poisoning', 'tumelala na jiko la makaa ndani wote tunaumwa kichwa na kutapika'],
  ['selfHarm', 'nataka kujiua sioni sababu ya kuishi'],
  ['breathing', 'mtoto amekabwa na mfupa'],
  ['bite', 'nyoka amemuuma mtoto shambani'],
  ['allergy', 'nimekula karanga koo linabana na uso umevimba'],
  ['meningitis', 'mtoto ana homa, shingo ngumu na anatapika'],
  ['injury', 'maji ya moto yamemuunguza kifua na uso'],
  ['assault', 'nimebakwa usiku'],
  ['dehydration', 'kuhara kama maji ya mchele na kutapika, macho yamezama na mkojo hautoki'],
  ['severeMalaria', 'ana malaria na anaongea vitu visivyoeleweka'],
  ['diabetes', 'sukari imefika 32 anatapika na anapumua haraka'],
  ['severePain', 'tumbo linauma sana upande wa kulia chini siwezi kutembea'],
  ['chestPain', 'mzee wetu amepata mshtuko wa moyo'],
  ['stroke', 'kichwa kimeniuma ghafla kama radi sijawahi kusikia maumivu kama haya maishani'],
  ['meningitis', 'shingo imekakamaa homa kali na anaogopa mwanga'],
  ['stroke', 'mama yangu mdomo umepinda upande mmoja na hawezi kuinua mkono'],
  ['chestPain', 'kifua cha baba kinamvuta hadi mgongoni, ameloa jasho'],
  ['stroke', 'guka ameshtukia tu side moja ya body haifeel kitu'],
  ['stroke', 'bibi amemwaga chai yote, mdomo unaning’inia na anasema mguu si wake'],
  ['bleeding', 'nimelowanisha pedi nne kwa masaa mawili na bado inatoka'],
  ['convulsions', 'dada kaanguka darasani, miguu inapigapiga chini, meno yameumana na povu'],
  ['unconscious', 'kijana hajui tuko hapa, tunamfinya mkono hakuna kujitingisha'],
  ['pregnancy', 'mama kajifungua nyumbani kondo la nyuma bado liko ndani'],
  ['smallChild', 'mwana wangu mdogo kifua chabonyea ndani akipumua'],
  ['poisoning', 'mke wangu amemeza kidonge cha kuhifadhi mahindi'],
  ['selfHarm', 'kesho wakienda kanisani nitakunywa ile kitu niliyonunua ya panya, hakuna atakayenikosa'],
  ['breathing', 'mtoto kameza gololi haitoki sauti'],
  ['bite', 'iko nyoka imeluma baba mu shamba'],
  ['bite', 'mbwa asiye na mwenyewe aliingia akitoa povu akamrarua mwanangu shavu'],
  ['injury', 'teksi imepinduka, mama mbele anasema shingo imevunjika hana hisia mikononi'],
  ['assault', 'nilipewa kinywaji nikaamka uchi hotelini'],
  ['severeMalaria', 'alitibiwa malaria jumatatu lakini leo anaongea na watu wasiokuwepo na hawezi kukaa'],
  ['severePain', 'ngiri yangu imekuwa ngumu na inauma sana, natapika'],
];

/** Negated, mild, in the distant past, figurative, about an animal, a general question, or everyday. */
const NO_EMERGENCIES: readonly string[] = [
  'filamu ile ilinifanya nishindwe kupumua kwa hofu',
  'dalili za kiharusi ni zipi',
  'maisha ni magumu lakini najipa moyo, nitafute kazi wapi',
  'dalili za kiharusi ni zipi?',
  'mbwa wangu anatapika damu',
  'sumu ya panya inauzwa wapi nyumba ina panya',
  'jinsi ya kuzuia mtoto asimeze dawa nyumbani',
  'mtoto alianguka kitandani wiki iliyopita anacheza vizuri hana shida',
  'siumwi kifua na napumua vizuri, nataka cheti cha afya',
  'hana homa wala degedege, ni kikohozi tu',
  'nimejikata kidogo na kisu damu imeacha kutoka',
  'damu ya hedhi ya mwezi huu ni nyepesi',
  'chanjo ya kichaa cha mbwa bei gani',
  'mbwa wangu amekula sumu ya panya',
  'mgongo unauma nikiinama',
  'naweza kupata daktari wa meno kesho mchana',
  'tumbo linanguruma baada ya kula maharage',
  'clinic ya wajawazito inafunguliwa saa ngapi',
  'mwanangu alipata degedege akiwa na mwaka mmoja, sasa ana miaka kumi mzima kabisa',
  'bibi yangu aliumwa na nyoka akiwa mdogo akapona kwa mitishamba',
  'mama alipata kiharusi mwezi wa tatu lakini sasa anatembea vizuri',
  'kidole kimekatwa kidogo na kisu nimepaka spirit plasta nibadilishe kila siku?',
  'hatoki damu, hana maumivu, mtoto anacheza vizuri tumboni, papai linaruhusiwa?',
  'dawa hii ina acid? vitamini za folic acid huanza kunywewa lini',
  'mtoto ananyonya sana usiku silali',
  'jenereta inakohoa moshi mweusi halafu inazimia yenyewe',
  'babu yangu alijinyonga kabla sijazaliwa, naweza kuongea na mwanasaikolojia?',
  'ikitokea mtu kaumwa na nyoka hospitali ipi iko karibu na Iringa',
  'je mtu akizimia unampa maji? ni somo letu la huduma ya kwanza',
  'kifaa cha kusikia cha bibi kinapiga mluzi',
  'nilifikiri nina mshtuko wa moyo kumbe ilikuwa gesi',
  'kifua kinaniuma kidogo nikipiga pushup',
  'nilitafsiri neno kifafa kwa kiingereza',
];

describe('danger signs in Swahili', () => {
  it.each(EMERGENCIES)('finds %s in "%s"', (sign, message) => {
    const danger = findDanger(message, []);
    expect(danger?.signs).toContain(sign);
    expect(danger?.language).toBe('sw');
  });

  it.each(NO_EMERGENCIES)('finds no danger in "%s"', (message) => {
    expect(findDanger(message, [])).toBeUndefined();
  });
});
