export { compileSignRules } from './find-danger';
export { Negation, PhraseMatcher } from './phrases/phrase-matcher';
export { foldText, isPunctuation, splitWords } from './phrases/words';
export { getNegationWords } from './signs/sign-files';
export { TriageModule } from './triage.module';
export { type Emergency, TriageService } from './triage.service';
