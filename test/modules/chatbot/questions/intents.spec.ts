import { type Intent, findIntents } from '../../../../src/modules/chatbot/questions/intents';
import { splitQuestions } from '../../../../src/modules/chatbot/questions/understanding';
import type { Locale } from '../../../../src/shared/locale';

describe('the intents of a question', () => {
  it.each<[Locale, string, Intent[]]>([
    ['en', 'how long does it take to heal', ['time']],
    ['en', 'when can I wash my hair after birth', ['time']],
    ['en', 'how many times a day do I take it', ['dose']],
    ['en', 'can it be taken on an empty stomach', ['use']],
    ['en', 'where can I buy a net', ['place']],
    ['en', 'why do my hands shake', ['cause']],
    ['en', 'wetin dey cause am', ['cause']],
    ['en', 'is it normal to bleed', ['normality']],
    ['en', 'does the implant cause headache', ['effect']],
    ['en', 'it burns when I pee', []],
    ['en', 'how do I make ORS', []],
    ['fr', 'combien de temps ça dure', ['time']],
    ['fr', 'ça me brûle quand j’urine', []],
    ['fr', 'combien de fois par jour le donner', ['dose']],
    ['fr', 'pourquoi j’ai soif', ['cause']],
    ['fr', 'est-ce normal', ['normality']],
    ['fr', 'paracétamol ou ibuprofène', []],
    ['pt', 'quanto tempo demora', ['time']],
    ['pt', 'porque as minhas mãos tremem', ['cause']],
    ['pt', 'não dormi porque a barriga dói', []],
    ['pt', 'em jejum ou depois de comer', ['use']],
    ['pt', 'onde posso comprar', ['place']],
    ['sw', 'inachukua muda gani', ['time']],
    ['sw', 'mara ngapi kwa siku', ['dose']],
    ['sw', 'kwa nini nahisi kiu', ['cause']],
    ['sw', 'ni kawaida kutapika', ['normality']],
    ['ar', 'كم يستمر العلاج', ['time']],
    ['ar', 'متى آخذه', ['time']],
    ['ar', 'على معدة فارغة', ['use']],
    ['ar', 'ليش أشعر بالعطش', ['cause']],
    ['ar', 'هل هذا طبيعي', ['normality']],
  ])('are found in %s: %s', (language, message, intents) => {
    expect([...findIntents(message, [language])]).toEqual(intents);
  });
});

describe('the questions of a message', () => {
  it.each<[string, string[]]>([
    ['how much is a scan and when do I have it', ['how much is a scan', 'when do I have it']],
    ['what is gout? can I eat fish?', ['what is gout?', 'can I eat fish?']],
    ['my tooth hurts and my ear too, what helps', ['my tooth hurts and my ear too, what helps']],
    ['can I take paracetamol and ibuprofen', ['can I take paracetamol and ibuprofen']],
    ['combien coûte le test et où le faire', ['combien coûte le test', 'où le faire']],
    ['quanto custa o teste e quanto tempo demora', ['quanto custa o teste', 'quanto tempo demora']],
    ['kipimo ni bei gani na majibu yanatoka lini', ['kipimo ni bei gani', 'majibu yanatoka lini']],
    ['كم يكلف الفحص وكم مرة أفحص', ['كم يكلف الفحص', 'كم مرة أفحص']],
  ])('are those of its clauses: %s', (message, questions) => {
    expect(splitQuestions(message)).toEqual(questions);
  });
});
