import type { Locale } from '../../../shared/locale';
import type { AlertNotice } from './alert-notice';

/** A way to report new alerts to receivers. */
export interface AlertChannel {
  /** Stored with what was reported. */
  readonly name: 'email' | 'webhook';
  /** @throws Error if the receivers may not have got the notices */
  send(notices: readonly AlertNotice[]): Promise<void>;
}

/** Returns the address of the dashboard with the alerts of a notice. @param origin of the platform */
export function dashboardUrlOf({ country }: AlertNotice, origin: string, language: Locale): string {
  return `${origin}/dashboard?${new URLSearchParams({ country, lang: language }).toString()}`;
}
