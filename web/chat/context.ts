import type { Locale } from '../../src/shared/locale';
import type { Text } from '../shared/texts';
import type { Api } from './api/api';
import type { ChatMessageKey } from './i18n/messages/en';
import type { SelectedCountry } from './storage/selected-country';
import type { Session } from './api/session';

/** The person who uses the page. */
export interface PageUser {
  /** The account's id; null if anonymous. */
  readonly account: string | null;
  /** Empty if the account has no name. */
  readonly name: string;
  /** Days after which an anonymous conversation is deleted. */
  readonly retentionDays: number;
}

/** The shared dependencies of the page's parts. */
export interface Context {
  readonly locale: Locale;
  readonly text: Text<ChatMessageKey>;
  /** Returns the name of an ISO 3166-1 alpha-2 country code. */
  readonly formatCountry: (code: string) => string;
  readonly selectedCountry: SelectedCountry;
  /** Formats date and time in short. */
  readonly formatDateTime: (date: Date) => string;
  readonly api: Api;
  readonly user: PageUser;
  readonly session: Session;
  /** Passes a message to screen readers, which read it after the current one. */
  readonly announce: (message: string) => void;
}
