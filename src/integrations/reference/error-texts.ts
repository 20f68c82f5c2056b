import { LOGIN_REQUIRED, PERMISSION_REQUIRED } from '../../platform/access/access-refusals';
import { TWO_CREDENTIALS } from '../../platform/access/assert-access';
import { DatabaseUnavailableException } from '../../platform/database/database-unavailable.exception';
import { internalErrorMessage } from '../../platform/logging/request-id';
import { FAULT_TEXTS } from '../../platform/http/json-body';
import { PER_ADDRESS, callLimitText } from '../../platform/limits/call-limits';
import { TOO_BUSY } from '../../platform/limits/fair-turns';
import { OTHER_ORIGIN } from '../../platform/trpc/transport/cross-site';

/** The condition and the message of an error. */
export interface ErrorText {
  /** The condition, as the end of a sentence that begins with "when". */
  readonly when: string;
  readonly text: string;
}

/** Request id in the examples. */
export const REQUEST_ID = 'b508dea3-f0f0-4562-95e2-4e4ee427dea1';

/** Errors with the same message in procedures and plain HTTP routes. */
export const errorTexts = {
  twoCredentials: { when: 'the cookie and a token are sent together', text: TWO_CREDENTIALS },
  login: { when: 'the call has neither a session nor a token', text: LOGIN_REQUIRED },
  invalidLogin: { when: 'the session or the token that is sent is not valid', text: LOGIN_REQUIRED },
  role: { when: 'the account has another role', text: PERMISSION_REQUIRED },
  otherOrigin: { when: 'a page of another origin had a browser send it', text: OTHER_ORIGIN },
  portal: {
    when: 'a token is sent that only the identity portal can check, and it does not answer',
    text: 'The identity portal does not answer, so that your token cannot be checked; try again in 5 seconds',
  },
  database: {
    when: 'the database is away or busy',
    text: new DatabaseUnavailableException('away', { mayBeRecorded: false }).message,
  },
  unconfirmed: {
    when: 'the database is away or busy; it may have recorded the call all the same',
    text: new DatabaseUnavailableException('away', { mayBeRecorded: true }).message,
  },
  callLimit: {
    when: 'more calls come from your network, or of your account, than are answered in a minute',
    text: callLimitText('address', PER_ADDRESS, 42),
  },
  tooBusy: { when: 'more calls wait than can be answered', text: TOO_BUSY },
  tooSlow: { when: 'a large body arrives too slowly', text: FAULT_TEXTS.tooSlow },
  unexpected: { when: 'something fails on our side', text: internalErrorMessage(REQUEST_ID) },
} satisfies Readonly<Record<string, ErrorText>>;
