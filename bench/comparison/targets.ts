import type { ContestantName } from './contestants';

/** A minimum ratio of the platform's requests per second to those of another contestant. */
export interface Target {
  /** Name of a `BenchPath`. */
  readonly path: string;
  readonly against: ContestantName;
  readonly ratio: number;
}

/** Targets on an idle machine with two cores. */
export const TARGETS: readonly Target[] = [
  { path: 'specialties.list', against: 'bare', ratio: 10 },
  { path: 'specialties.list', against: 'http', ratio: 0.3 },
  { path: 'auth.me', against: 'bare', ratio: 2.6 },
  { path: 'consultations.record', against: 'bare', ratio: 2.3 },
  { path: 'consultations.record@128', against: 'bare', ratio: 3 },
  { path: 'consultations.record@1', against: 'bare', ratio: 1 },
  { path: 'health.pathologyStats', against: 'bare', ratio: 15 },
  { path: 'batch', against: 'bare', ratio: 20 },
  { path: 'chatbot.sendMessage', against: 'bare', ratio: 1 },
  { path: 'chatbot.sendMessage@model', against: 'bare', ratio: 1 },
];

/** `bench:check` fails below this part of a target: a busy machine and short rounds move a ratio by two fifths. */
export const CHECK_MARGIN = 0.5;

/** Paths of `bench:check`. */
export const CHECKED_PATHS: readonly string[] = [
  'specialties.list',
  'auth.me',
  'consultations.record',
  'health.pathologyStats',
  'batch',
];

/** Share of the highest throughput at which response times are compared. */
export const STEADY_SHARE = 0.7;
/** Maximum of p99 as a multiple of p50 at `STEADY_SHARE`. */
export const MAX_P99_TO_P50 = 4;
export const MAX_RESIDENT_MB = 200;
export const MAX_START_MS = 1_500;
export const IDLE_CONNECTIONS = 5_000;
