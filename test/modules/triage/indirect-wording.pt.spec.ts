import { SpellingBudget, readMessage } from '../../../src/modules/triage/reading/read-message';
import type { DangerSign } from '../../../src/modules/triage/signs/danger-sign';

/** As patients and health workers write: long, indirect, or in clinical terms. */
const EMERGENCIES: readonly (readonly [sign: DangerSign, message: string])[] = [
  ['chestPain', 'Tenho 39 anos e sinto dor no braço esquerdo e formigueiro na mão, será infarto?'],
  [
    'chestPain',
    'Sinto falta de ar, palpitações e pontadas no peito, é normal ou posso estar a ter um infarto?',
  ],
  ['chestPain', 'Estou com dor no peito que vai para o braço, pode ser enfarte?'],
  ['chestPain', 'Tenho um aperto no peito e suores frios, isto é normal?'],
  ['stroke', 'A minha mãe está com a boca torta e a fala enrolada, é normal ou será AVC?'],
  ['selfHarm', 'Os meus pais dizem que sou um falhado e eu quero matar-me'],
  ['selfHarm', 'O meu marido diz que sou inútil e só penso em acabar com a minha vida'],
  ['selfHarm', 'Porque é que ainda não me matei?'],
  ['selfHarm', 'Tenho medo de fazer alguma coisa contra mim mesma esta noite'],
  ['selfHarm', 'Tenho medo do que posso fazer comigo'],
  ['selfHarm', 'Só ainda estou cá por causa dos meus filhos'],
  ['selfHarm', 'A única razão por que ainda estou viva é a minha filha'],
  ['selfHarm', 'A minha família estaria melhor sem mim'],
  ['selfHarm', 'Se não fossem os meus filhos já não estava neste mundo'],
  ['pregnancy', 'Menstruação atrasada duas semanas, agora sangramento e dor forte no baixo ventre'],
  ['pregnancy', 'O período não veio este mês, estou a sangrar e dói-me muito o lado direito da barriga'],
  ['pregnancy', 'Tenho atraso menstrual de 6 semanas, perdas de sangue e dor pélvica'],
  ['meningitis', 'A cara do meu filho está inchada e o inchaço já chegou ao olho'],
  ['meningitis', 'Tenho a bochecha inchada por causa do dente e está a subir para o olho'],
  ['breathing', 'Doente de 60 anos com dispneia intensa desde ontem'],
  ['breathing', 'Homem, 70 anos, dispneia em repouso e cianose'],
  ['breathing', 'Tenho asma e a bomba não está a ajudar'],
  ['breathing', 'Usei o inalador quatro vezes e não melhora nada'],
  ['breathing', 'A minha filha asmática continua a chiar mesmo depois da bombinha'],
  ['unconscious', 'Paciente sonolento e confuso desde manhã'],
  ['unconscious', 'Idosa prostrada, desorientada, com alteração do estado de consciência'],
  ['severePain', 'Homem de 40 anos com abdómen rígido e dor difusa'],
  ['severePain', 'Barriga dura como tábua, dói só de tocar'],
  ['severePain', 'Abdómen em tábua com defesa'],
  ['smallChild', 'Bebé de 8 meses com diarreia com sangue'],
  ['smallChild', 'O meu filho de 2 anos faz cocó com sangue e muco desde ontem'],
];

/** More such messages, with any sign. Many contain words that exclude a sign elsewhere. */
const OTHER_EMERGENCIES: readonly string[] = [
  'azia e ardor no peito que vai para o braço com suores frios',
  'queimação no peito que desce para o braço esquerdo com suores',
  'queimei o peito com água a ferver, tem bolhas',
  'dor no peito forte há 1 hora, será azia?',
  'aperto no peito e queimação desde manhã',
  'os exames deram normais mas agora não consigo respirar',
  'tenho medo de morrer, não consigo respirar',
  'Penso na morte todos os dias',
  'cortei-me de propósito nos braços com a gilete',
  'cortei-me a cozinhar e o sangue não pára',
  'bebi 30 ml de lixívia',
  'tomei 20 comprimidos de paracetamol',
  'o meu filho ficou bom da malária mas hoje convulsionou',
  'estava tudo normal, hoje desmaiou e não acorda',
  'dizem que estou bem mas quero morrer',
  'todos me dizem para ter calma e eu só quero desaparecer para sempre',
  'tenho receio de cometer uma loucura',
  'se não fosse a minha mãe já me tinha matado',
  'a única coisa que me segura à vida é o meu filho',
  'eles ficam melhor sem mim',
  'regra atrasada, sangue escuro e pontada do lado esquerdo da barriga',
  'não me veio a menstruação e agora tenho perdas e dor no baixo ventre',
  'o inchaço da bochecha já subiu para o olho e tem febre',
  'utente dispneico, saturação 84',
  'doente letárgica e desorientada',
  'a bomba de asma já não faz efeito',
  'usei o ventolin três vezes e continuo com falta de ar',
  'menina de 1 ano com sangue na diarreia',
  'é normal ter aperto no peito e falta de ar assim?',
  'Doente 45 anos com dor torácica opressiva irradiada ao braço esquerdo e sudorese',
  'Utente com hemiparesia direita e afasia súbita',
  'Lactente com tiragem subcostal e gemido',
  'Criança em crise convulsiva há 20 minutos',
  'Diabético com respiração de Kussmaul e confusão',
  'Grávida 36 semanas TA 170/110 com cefaleia e visão turva',
  'Hemorragia pós-parto com hipotensão',
  'Melenas e hematémese em doente cirrótico',
  'Lactente hipotónico que não mama',
  'Rigidez da nuca com febre e petéquias',
  'Sinto que todos ficariam aliviados se eu desaparecesse',
  'Não confio em mim esta noite',
  'Tenho medo de ficar sozinha com estes pensamentos de morte',
  'Já escrevi a carta e deixei tudo arrumado para os meus filhos',
  'Já não tenho motivo para continuar',
  'Só queria dormir e não acordar',
  'Sinto que sou um peso e ninguém ia notar se eu morresse',
  'Depois de três bombadas de salbutamol o meu filho continua a chiar e cansado',
  'Olho inchado e vermelho que não abre, com febre, depois de sinusite',
  'Bebé com fezes com sangue e muito mole',
];

/** Other meanings, fears, what was examined or is over, kitchen accidents, prescribed doses, general questions. */
const NO_EMERGENCIES: readonly string[] = [
  'sinto azia e ardor no peito à noite',
  'Azia no peito depois de almoçar',
  'Queimação no peito depois de comer picante, pode ser azia ou esofagite?',
  'Sinto queimação no peito e no estômago quando me deito, é refluxo?',
  'Tenho muita queimação e azia à noite, que chá posso tomar?',
  'Queimor no peito depois do café, será gastrite?',
  'Quero partir de férias em Dezembro, que vacinas preciso?',
  'A partir de que idade a criança pode beber água?',
  'Quero ir embora deste bairro e começar vida nova noutra cidade',
  'Cortei-me a cozinhar, é um corte pequeno no dedo',
  'Cortei-me a fazer a barba, o que ponho?',
  'Cortei o dedo a descascar batatas, preciso da vacina do tétano?',
  'O médico mandou usar o inalador duas vezes por dia, lavo a boca depois?',
  'Tomei 20 ml do xarope para a tosse como o médico mandou',
  'Penso muito na morte e tenho medo de morrer, os exames deram normais',
  'Fui ao cardiologista por dores no peito, fez electrocardiograma e estava tudo normal',
  'Há duas semanas os meus filhos tiveram febre alta e vómitos, ao fim de três dias ficaram bons',
  'Senti uma vez um aperto no peito e pensei que ia morrer, desde esse dia tenho medo de doenças',
  'Estou confusa com as datas das vacinas',
  'vou partir para Luanda amanhã',
  'vamos partir o bolo às 5',
  'a partir de amanhã tomo a vacina',
  'quero desaparecer de férias na praia',
  'cortei-me a aparar a barba',
  'cortei o cabelo',
  'fiz um corte a cortar pão',
  'azia e queimação depois de jantar',
  'queimação no estômago',
  'tenho pânico de morrer de cancro, os exames estão bons',
  'medo da morte à noite, como controlo?',
  'tomei 10 ml de paracetamol',
  'a febre desceu',
  'o meu filho caiu na conversa',
  'período atrasado dois dias e cólicas leves',
  'acordei com a cara inchada do sono',
  'fui ao hospital, raio x limpo, deram me comprimidos',
  'há um mês senti dor no peito mas o ecg veio normal',
  'o que é dispneia?',
  'qual a diferença entre afasia e disartria',
  'o que significa melena',
  'abdómen em tábua o que significa',
  'peritonite tem cura?',
  'a escala de glasgow vai de quanto a quanto',
  'a regra atrasou três dias, tenho cólicas leves',
  'o inalador ajuda mas continuo com tosse',
  'não confio em mim para conduzir à noite',
  'só estou aqui por causa da consulta de vacinas',
  'a única razão por que vim foi a vacina',
  'se não fosse a minha mãe não tinha feito a vacina',
  'tenho medo de fazer a cirurgia',
  'tenho medo de fazer asneira no exame',
  'escrevi uma carta de agradecimento aos enfermeiros',
  'ando a sentir cansaço e sono',
  'ando com tosse há dois dias, é normal?',
  'é normal sentir a barriga dura no treino?',
  'o meu avô teve hemiplegia e faz fisioterapia',
  'cara inchada de manhã depois de dormir mal',
  'ainda só vivo com os meus pais',
  'porque ainda não me chamaram para a consulta?',
  'quem teve peritonite pode viajar?',
  'sinusite e olho inchado de manhã sem febre',
  'a bomba de água continua a falhar',
];

// By the rules only, because the classifier's result changes with each training.
function findDangerByRules(message: string) {
  return readMessage(message, new SpellingBudget()).findDanger(new Set());
}

describe('danger signs in indirect or clinical wording in Portuguese', () => {
  it.each(EMERGENCIES)('finds %s in "%s"', (sign, message) => {
    const danger = findDangerByRules(message);
    expect(danger?.signs).toContain(sign);
    expect(danger?.language).toBe('pt');
  });

  it.each(OTHER_EMERGENCIES)('finds danger in "%s"', (message) => {
    expect(findDangerByRules(message)).toBeDefined();
  });

  it.each(NO_EMERGENCIES)('finds no danger in "%s"', (message) => {
    expect(findDangerByRules(message)).toBeUndefined();
  });
});
