export { type Danger, dangerIn, emergencyAdvice, prepareDangerSigns } from './danger-signs';
export { emergencyReminder } from './emergency-advice';
export { Negation, PhraseMatcher } from './phrases/phrase-matcher';
export { fold, isPause, wordsOf } from './phrases/words';
export { negationWords } from './sign-files';
