import type { Locale } from '../../src/shared/locale';
import type { Text } from '../shared/texts';
import type { Api } from './api';
import type { ChosenCountry } from './chosen-country';
import type { ChatMessageKey } from './messages/en';
import type { Session } from './session';

/** Who reads the page. */
export interface Reader {
  /** Identifier of the account; null for a stranger. */
  readonly account: string | null;
  /** Empty where the account has none. */
  readonly name: string;
  /** Days after which a stranger's conversation is deleted. */
  readonly retentionDays: number;
}

/** What every part of the page is drawn with. */
export interface Context {
  readonly locale: Locale;
  readonly text: Text<ChatMessageKey>;
  /** The name of a country by its ISO 3166-1 alpha-2 code. */
  readonly country: (code: string) => string;
  /** Where the reader is. */
  readonly chosenCountry: ChosenCountry;
  /** Day and time of day, in short. */
  readonly moment: (moment: Date) => string;
  readonly api: Api;
  readonly reader: Reader;
  readonly session: Session;
  /** Tells those who hear the page, when what is being said is over. */
  readonly announce: (message: string) => void;
}
