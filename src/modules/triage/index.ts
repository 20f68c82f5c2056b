export { compileSignRules } from './find-danger';
export { Negation } from './phrases/negation';
export { getNegationWords } from './signs/sign-files';
export { TriageModule } from './triage.module';
export { type Emergency, TriageService } from './triage.service';
