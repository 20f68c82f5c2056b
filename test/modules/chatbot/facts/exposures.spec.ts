import { tellsExposure } from '../../../../src/modules/chatbot/facts/exposures';
import type { Locale } from '../../../../src/shared/locale';

describe('a message on rabies or HIV', () => {
  it.each<[Locale, string]>([
    ['en', 'condom burst, is there medicine so i dont get hiv'],
    ['en', 'dog bite my son for leg'],
    ['en', 'what is pep? the condom broke last night'],
    ['en', 'where can i get pep'],
    ['en', 'my neighbour’s dog scratched me 3 days ago'],
    ['fr', 'le préservatif a craqué hier, que faire contre le vih'],
    ['fr', 'mon fils de 5 ans a été mordu par un chien'],
    ['pt', 'a camisinha rasgou, e agora?'],
    ['pt', 'um cão mordeu o meu filho'],
    ['sw', 'kondomu imepasuka nifanye nini'],
    ['sw', 'mtoto wangu ameumwa na mbwa'],
    ['ar', 'عضني كلب شنو ندير'],
    ['ar', 'الواقي اتقطع امبارح'],
    ['en', 'a dog bit my son today, he was vaccinated 3 years ago'],
    ['en', 'a dog bit my son today he was vaccinated 3 years ago'],
    ['en', 'condom broke, I don’t want to get pregnant'],
    ['en', 'condom broke i dont want to get pregnant'],
    ['en', 'a dog bit me, I want to protect my baby'],
    ['en', 'condom broke yesterday, my test 2 weeks ago was negative'],
    ['en', 'not bitten but scratched by a dog'],
    ['en', 'a dog bit my son, it is bleeding'],
    ['fr', 'a dog bit my son, it is bleeding'],
    ['en', 'my son was bitten by a dog and is bleeding'],
    ['fr', 'un chien a mordu mon fils hier, il a été vacciné il y a 3 ans'],
    ['fr', 'le préservatif a craqué, je ne veux pas tomber enceinte'],
    ['fr', 'un chien a mordu mon fils, il saigne'],
    ['pt', 'um cão mordeu o meu filho hoje, foi vacinado há 3 anos'],
    ['pt', 'a camisinha rasgou, não quero engravidar'],
    ['pt', 'um cão mordeu o meu filho, está a sangrar'],
    ['sw', 'mtoto ameumwa na mbwa leo, alichanjwa miaka 3 iliyopita'],
    ['sw', 'mtoto ameumwa na mbwa, anatokwa damu'],
    ['ar', 'عضني كلب اليوم، اخذت اللقاح قبل 5 سنوات'],
    ['ar', 'عض كلب ابني وعنده نزيف'],
  ])('tells of an exposure, in %s: %s', (language, message) => {
    expect(tellsExposure(message, [language])).toBe(true);
  });

  it.each<[Locale, string]>([
    ['en', 'what is PEP?'],
    ['en', 'can dogs give rabies by a bite?'],
    ['en', 'I was bitten by a dog 6 years ago, is that a problem?'],
    ['en', 'I read in the news that a man was bitten by a dog'],
    ['en', 'a dog barked at me, I was not bitten'],
    ['en', 'unprotected sex 2 months ago'],
    ['en', 'the dog did not bite me today'],
    ['en', 'we are trying to get pregnant and have unprotected sex'],
    ['en', 'I was scratched by a dog years ago but I am well'],
    ['fr', 'c’est quoi la PPE ?'],
    ['fr', 'un chien m’a mordu il y a 5 ans'],
    ['fr', 'le chien ne m’a pas mordu'],
    ['pt', 'o que é a PPE?'],
    ['pt', 'fui mordido por um cão há 3 anos'],
    ['sw', 'PEP ni nini?'],
    ['sw', 'niliumwa na mbwa miaka 4 iliyopita'],
    ['ar', 'هل الكلاب تنقل السعار بالعض'],
    ['ar', 'عضني كلب قبل 5 سنوات'],
    ['en', 'what is malaria?'],
  ])('tells of none, in %s: %s', (language, message) => {
    expect(tellsExposure(message, [language])).toBe(false);
  });
});
