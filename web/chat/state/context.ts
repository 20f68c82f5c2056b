import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Signal } from '@preact/signals';
import type { Locale } from '../../../src/shared/locale';
import type { Text } from '../../shared/texts';
import type { Api } from '../api/api';
import type { Session } from '../api/session';
import type { Connection } from '../offline/connection';
import type { ChatMessageKey } from '../i18n/messages/en';
import type { SelectedCountry } from '../country/selected-country';

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
export interface Context extends SelectedCountry {
  readonly locale: Locale;
  readonly text: Text<ChatMessageKey>;
  /** Returns the name of an ISO 3166-1 alpha-2 country code. */
  readonly formatCountry: (code: string) => string;
  /** Formats date and time in short. */
  readonly formatDateTime: (date: Date) => string;
  readonly api: Api;
  readonly user: PageUser;
  readonly session: Session;
  readonly connection: Connection;
  readonly isFirstAidOpen: Signal<boolean>;
  /** Passes a message to screen readers, which read it after the current one. */
  readonly announce: (message: string) => void;
}

const ChatContext = createContext<Context | undefined>(undefined);

/** Gives the context to the components inside: that of the page, or that of a reply in another language. */
export const ContextProvider = ChatContext.Provider;

export function useChat(): Context {
  const context = useContext(ChatContext);
  if (!context) throw new TypeError('a component of the chat is inside of its provider');
  return context;
}
