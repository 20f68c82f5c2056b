export { prepareTriage } from './assess-message';
export { TriageModule } from './triage.module';
export { type Emergency, TriageService } from './triage.service';
