import { SpellingBudget, readMessage } from '../../../src/modules/triage/reading/read-message';
import type { DangerSign } from '../../../src/modules/triage/signs/danger-sign';

/** As patients and health workers write: long, indirect, or in clinical terms. */
const EMERGENCIES: readonly (readonly [sign: DangerSign, message: string])[] = [
  ['chestPain', 'Mkono wa kushoto unauma na ganzi, je ni mshtuko wa moyo?'],
  ['selfHarm', 'Wananiambia sifai kitu na mimi nataka kujiua'],
  ['selfHarm', 'Mama anasema mimi ni mzigo na natamani nife'],
  ['selfHarm', 'Mbona sijajiua mpaka sasa'],
  ['selfHarm', 'Naogopa naweza kujifanyia kitu kibaya usiku huu'],
  ['selfHarm', 'Naogopa nitajidhuru'],
  ['selfHarm', 'Sababu pekee bado nipo hai ni watoto wangu'],
  ['selfHarm', 'Familia yangu ingekuwa bora bila mimi'],
  ['selfHarm', 'Kama si watoto wangu nisingekuwepo duniani'],
  ['selfHarm', 'Watapata nafuu nikiondoka duniani'],
  ['pregnancy', 'Siku zangu zimechelewa wiki tatu, natokwa damu na tumbo la chini linauma sana'],
  [
    'pregnancy',
    'Sijaona hedhi mwezi huu, sasa natokwa na damu na maumivu makali chini ya kitovu upande mmoja',
  ],
  ['pregnancy', 'Period imechelewa wiki mbili na sasa damu inatoka na tumbo linauma upande wa kulia'],
  ['meningitis', 'Uso wa mtoto umevimba na uvimbe umefika kwenye jicho'],
  ['meningitis', 'Shavu limevimba sababu ya jino na uvimbe unapanda kwenye jicho'],
  ['breathing', 'Mgonjwa wa miaka 60 ana upungufu mkali wa pumzi'],
  ['breathing', 'Mgonjwa ana dyspnoea kali tangu jana'],
  ['breathing', 'Nina pumu na inhaler haisaidii'],
  ['breathing', 'Nimetumia pampu ya pumu mara nne lakini sipati nafuu'],
  ['breathing', 'Binti yangu ana asthma na dawa ya kuvuta haifanyi kazi'],
  ['unconscious', 'Mgonjwa kiwango cha fahamu kimeshuka'],
  ['unconscious', 'Mgonjwa amelegea, ana usingizi mzito na amechanganyikiwa'],
  ['severePain', 'Mgonjwa mwanaume miaka 40, tumbo limekakamaa kama ubao'],
  ['severePain', 'Tumbo gumu kama ubao na maumivu ukigusa'],
  ['smallChild', 'Mtoto wa miezi 8 anaharisha damu'],
  ['smallChild', 'Mwanangu wa miaka miwili anatoa choo chenye damu na makamasi'],
];

/** More such messages, with any sign. Many contain words that exclude a sign elsewhere. */
const OTHER_EMERGENCIES: readonly string[] = [
  'kiungulia na kifua kinabana na jasho baridi',
  'mama yangu amechanganyikiwa na ana homa kali',
  'vipimo viko sawa lakini sasa siwezi kupumua',
  'nimemwambia daktari nataka kujiua',
  'nafikiria kifo kila siku',
  'najikata mikono na wembe',
  'nilijikata nikipika na damu haikomi',
  'amekunywa 30 ml ya jik',
  'amekunywa 20 ml ya dawa ya panya',
  'wiki mbili zilizopita nilijifungua, natokwa na damu nyingi',
  'nina homa kali na nachanganyikiwa sijui niko wapi',
  'watu wanasema nitulie lakini mimi nataka kufa',
  'kwa nini sijajiua mpaka leo',
  'naogopa nitajifanyia kitu',
  'isingekuwa watoto wangu ningejiua',
  'bila mimi wangekuwa na maisha bora',
  'hedhi imepitiliza mwezi, natoka damu nyeusi na tumbo linauma upande mmoja',
  'sijaona period wiki sita, damu inatoka na maumivu ya tumbo',
  'shavu limevimba na uvimbe unaelekea jichoni na ana homa',
  'mgonjwa ana dyspnea na cyanosis',
  'mgonjwa drowsy, GCS 9',
  'tumbo rigid na guarding',
  'inhaler haifanyi kazi nabanwa',
  'nimevuta ventolin mara tano hakuna nafuu',
  'mtoto wa mwaka mmoja anaharisha damu na kamasi',
  'Mgonjwa miaka 45 maumivu makali ya kifua yanayosambaa mkono wa kushoto na jasho jingi',
  'Mgonjwa amepooza upande mmoja ghafla na hawezi kuongea',
  'Mtoto mchanga ana chest indrawing na grunting',
  'Mtoto ana degedege kwa dakika ishirini sasa',
  'Mgonjwa wa sukari anapumua kwa kasi na amechanganyikiwa',
  'Mjamzito wiki 36 BP 170/110 kichwa kinauma na haoni vizuri',
  'PPH mama anatoka damu nyingi baada ya kujifungua presha 80/50',
  'Mgonjwa anatapika damu na choo cheusi kama lami',
  'Mtoto lethargic hawezi kunyonya',
  'Shingo ngumu na homa na vipele vyekundu',
  'Nahisi wote wangepata nafuu nikitoweka',
  'Siwezi kujiamini usiku huu naogopa nitafanya nini',
  'Naogopa kubaki peke yangu na mawazo ya kifo',
  'Nimeshaandika barua kwa watoto wangu na kuandaa kila kitu',
  'Sina sababu ya kuendelea tena',
  'Natamani nilale nisiamke',
  'Mimi ni mzigo na hakuna atakayenikosa',
  'Baada ya kuvuta pampu mara tatu mtoto bado anakoroma na amechoka',
  'Jicho limevimba jekundu halifunguki na ana homa',
  'Mtoto anaharisha damu na amelegea',
];

/** Other meanings, fears, what was examined or is over, kitchen accidents, prescribed doses, general questions. */
const NO_EMERGENCIES: readonly string[] = [
  'Nina kiungulia, kifua kinawaka baada ya kula pilipili',
  'Mtoto ana joto tangu jana nimempa paracetamol, nachanganyikiwa nifanye nini',
  'Nachanganyikiwa na ratiba ya chanjo ya mtoto',
  'Nimechanganyikiwa sijui nimpe dawa gani ya mafua',
  'Nilienda hospitali kwa maumivu ya kifua, wakapiga x-ray hawakuona kitu, nikapewa dawa, bado nasikia maumivu kidogo',
  'Daktari alinipima moyo akasema hamna shida ila bado nahisi maumivu kidogo upande wa kushoto',
  'Wiki mbili zilizopita watoto walikuwa na homa kali na kutapika, baada ya siku tatu wakawa vizuri',
  'Nataka kuondoka safari ya Mombasa kesho, nahitaji chanjo gani?',
  'Nataka kuondoka nchini kwenda kusoma',
  'Nimejikata nikipika, kidonda kidogo cha kidole',
  'Nilijikata kidole nikimenya viazi',
  'Nimejikata kidogo nikinyoa ndevu',
  'Daktari amesema nitumie inhaler mara mbili kwa siku, ni kabla au baada ya kula?',
  'Nimekunywa 20 ml ya dawa ya kikohozi kama alivyosema daktari',
  'Naogopa kufa tangu jirani afariki, vipimo vyote viko sawa',
  'Nafikiria sana kifo na naogopa',
  'Siku moja nilihisi kubanwa kifua nikadhani nitakufa, tangu siku hiyo naogopa magonjwa',
  'nachanganyikiwa na dozi za mtoto',
  'tumechanganyikiwa na ada za shule',
  'nimechanganyikiwa na mapenzi',
  'nataka kuondoka hapa niende Dar',
  'naondoka kesho kwenda Arusha',
  'nimejikata kwa bahati mbaya na kisu nikikata kitunguu',
  'nilijikata na kisu jikoni',
  'naogopa kifo',
  'nina woga wa kufa nifanyeje',
  'homa imeshuka',
  'nimempa mtoto 5 ml ya dawa ya homa',
  'nilikunywa 10 ml ya dawa ya kikohozi',
  'hedhi imechelewa siku mbili',
  'mwezi uliopita nilihisi maumivu ya kifua, nikapimwa hakuna tatizo',
  'jino linauma na shavu limevimba kidogo',
  'dyspnea ni nini',
  'GCS ni nini',
  'upungufu wa damu unatibiwaje',
  'upungufu wa pumzi kwa wajawazito ni kawaida?',
  'siku zangu zimechelewa wiki moja, nipime mimba lini?',
  'period imechelewa na tumbo linauma kidogo',
  'naogopa kufanya mtihani',
  'siwezi kujiamini mbele ya watu',
  'sababu pekee nipo hapa ni kupima presha',
  'kama si wewe nisingefaulu',
  'niliandika barua ya kuomba kazi',
  "shavu limevimba baada ya kung'oa jino",
  'jicho limevimba sababu ya kulia',
  'inhaler yangu inanisaidia sana',
  'inhaler inauzwa wapi',
  'mgonjwa amechanganyikiwa na bili ya hospitali',
  'naogopa kifo cha ghafla, nifanyeje nisiwaze',
  'fahamu za mtoto huanza lini',
  'mbona sijapona mpaka sasa mafua',
  'jifanyie kitu kizuri leo',
  'tumbo limekaza baada ya mazoezi',
];

// By the rules only, because the classifier's result changes with each training.
function findDangerByRules(message: string) {
  return readMessage(message, new SpellingBudget()).findDanger(new Set());
}

describe('danger signs in indirect or clinical wording in Swahili', () => {
  it.each(EMERGENCIES)('finds %s in "%s"', (sign, message) => {
    const danger = findDangerByRules(message);
    expect(danger?.signs).toContain(sign);
    expect(danger?.language).toBe('sw');
  });

  it.each(OTHER_EMERGENCIES)('finds danger in "%s"', (message) => {
    expect(findDangerByRules(message)).toBeDefined();
  });

  it.each(NO_EMERGENCIES)('finds no danger in "%s"', (message) => {
    expect(findDangerByRules(message)).toBeUndefined();
  });
});
