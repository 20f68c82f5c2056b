import type { Locale } from '../../../shared/locale';
import type { AlertNotice, NewNotice } from './alert-notice';

/** A way to report new alerts to a receiver. */
export interface AlertChannel {
  /** Stored with what was reported. Another receiver has another name. */
  readonly name: string;
  /** Of the server, which channels can share. */
  readonly url: string;
  /** @throws Error if the receiver may not have got the notices */
  send(notices: readonly NewNotice[]): Promise<void>;
}

/** Returns the address of the dashboard with the alerts of a notice. @param origin of the platform */
export function dashboardUrlOf({ country }: AlertNotice, origin: string, language: Locale): string {
  return `${origin}/dashboard?${new URLSearchParams({ country, lang: language }).toString()}`;
}
