export { prepareTriage } from './assess-message';
export { DANGER_SIGNS, type DangerSign } from './signs/danger-sign';
export { MG_PER_MMOL, findMeasurement, normalizeNumbers } from './measurements/measurement';
export type { Verdict } from './verdict';
export { isHigher } from './signs/assessment';
export { TriageModule } from './triage.module';
export { type Emergency, type TriagedMessage, TriageService } from './triage.service';
export { meaningsOf } from './classifier/word-meanings';
