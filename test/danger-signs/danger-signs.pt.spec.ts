import { dangerIn, type DangerSign } from '../../src/chatbot/danger-signs/danger-signs';

const EMERGENCIES: readonly (readonly [sign: DangerSign, message: string])[] = [
  ['chestPain', 'O meu avô está com dor no peito há uma hora, diz que é como uma faca'],
  ['stroke', 'meu colega começou a falar coisas enroladas e não levanta a mão direita'],
  ['bleeding', 'minha menstruação tá a sair com coágulos grandes, troco penso de hora em hora e tou tonta'],
  ['convulsions', 'o vizinho caiu e ta a espumar da boca, o corpo todo a sacudir'],
  ['unconscious', 'O senhor tá caído, chamo e não abre os olhos'],
  ['pregnancy', 'pari há 5 dias, tenho febre e dor em baixo da barriga'],
  ['pregnancy', 'está a fazer força desde manhã e só se vê a mãozinha do bebé'],
  ['smallChild', 'criança de 2 anos com diarreia, olhos fundos e já não chora com lágrimas'],
  ['smallChild', 'bb de 7 meses respira rapido e faz barulho'],
  ['breathing', 'a minha mãe tem asma, a bomba acabou e ela tá com falta de ar'],
  ['poisoning', 'a minha mãe bebeu o remédio dos tomates por engano'],
  ['bite', 'uma cobra mordeu o meu filho na perna'],
  ['breathing', 'engoli mal um pedaço de mandioca e não consigo recuperar o fôlego'],
  ['injury', 'levou uma facada na barriga'],
  ['allergy', 'as pálpebras e a boca estão a inchar desde a picada de vespa'],
  ['meningitis', 'o menino tem febre alta, pescoço rijo e vomita'],
  ['injury', 'o moinho arrancou-lhe dois dedos'],
  ['assault', 'drogaram-me num bar e acordei sem cuecas'],
  ['dehydration', 'vómitos e diarreia toda a noite, já não urina e não se aguenta em pé'],
  ['severeMalaria', 'paludismo e está com convulsões'],
  ['diabetes', 'o meu marido é diabético, está a suar frio, a tremer e não diz coisa com coisa'],
  ['selfHarm', 'já não quero viver mais, não aguento'],
  ['severePain', 'dor de barriga insuportável do lado direito com febre'],
  ['stroke', 'teve um avc há 5 anos mas hoje não mexe o braço outra vez'],
  ['poisoning', 'vi na tv que era perigoso e agora o meu bebé engoliu uma pilha'],
  ['selfHarm', 'e se eu não acordar amanhã melhor, já não quero viver'],
  ['breathing', 'estou com medo que o meu bebé morra, não respira bem e está roxo'],
  ['unconscious', 'a vaca deu um coice na barriga do meu filho, ele tá pálido e desmaiou'],
];

/** Negated, mild, long past, figurative, about an animal, or asked in general. */
const NO_EMERGENCIES: readonly string[] = [
  'não tenho dor no peito, só tosse',
  'o meu avô teve um enfarte há 10 anos, já está bem. pode comer carne?',
  'o meu gato comeu veneno, há veterinário em Luanda?',
  'Grávida de 5 meses sem sangramento nem dores, posso viajar de avião?',
  'o meu filho teve convulsões em bebé, agora tem 10 anos e está ótimo. pode jogar futebol?',
  'tivemos um acidente de carro no ano passado e agora tenho medo de conduzir',
  'o chefe sufoca-me com papéis',
  'as gengivas sangram às vezes',
  'o meu bebé já não acorda à noite, aos 6 meses é normal?',
  'grávida de 8 meses, os pés incham um pouco à noite, tensão boa',
  'diferença entre malária simples e malária grave',
  'não tenho pensamentos suicidas, só stress dos exames',
  'sonhei que uma cobra me mordia, o que significa',
  'como se transmite a meningite?',
  'sem falta de ar, sem dor no peito, só tosse seca há 3 dias',
  'caí da mota há três anos e parti a perna, agora dói com o frio',
  'se a bolsa rebentar no caminho o que faço? só tou de 7 meses e tudo bem',
  'a cabra bebeu veneno e está a tremer',
  'fico ofegante quando subo ao 6º andar mas passa logo',
  'o salário sofreu um avc este mês',
  'que calçado usar na machamba contra mordeduras de cobra',
];

describe('danger signs in Portuguese', () => {
  it.each(EMERGENCIES)('recognises %s in "%s"', (sign, message) => {
    const danger = dangerIn(message, []);
    expect(danger?.signs).toContain(sign);
    expect(danger?.language).toBe('pt');
  });

  it.each(NO_EMERGENCIES)('finds no danger in "%s"', (message) => {
    expect(dangerIn(message, [])).toBeUndefined();
  });
});
