import { LOGIN_REQUIRED, PERMISSION_REQUIRED, TWO_CREDENTIALS } from '../../platform/access/assert-access';
import { unexpectedFailure } from '../../platform/logging/request-id';
import { OTHER_ORIGIN } from '../../platform/trpc/transport/cross-site';

/** Why a call is refused, and what its caller reads. */
export interface ErrorText {
  /** As the end of a sentence that begins with "when". */
  readonly when: string;
  readonly text: string;
}

/** The request of the examples. */
export const REQUEST_ID = 'b508dea3-f0f0-4562-95e2-4e4ee427dea1';

/** What every part of the platform says in the same words. */
export const errorTexts = {
  twoCredentials: {
    when: 'the cookie and a token are sent together',
    text: TWO_CREDENTIALS,
  },
  login: {
    when: 'nobody is signed in, or the session or the token is not valid',
    text: LOGIN_REQUIRED,
  },
  role: { when: 'the account has another role', text: PERMISSION_REQUIRED },
  otherOrigin: {
    when: 'a page of another origin had a browser send it',
    text: OTHER_ORIGIN,
  },
  portal: {
    when: 'a token is sent that only the identity portal can check, and it does not answer',
    text: 'The identity portal does not answer, so that your token cannot be checked; try again in 5 seconds',
  },
  unexpected: { when: 'something fails on our side', text: unexpectedFailure(REQUEST_ID) },
} satisfies Readonly<Record<string, ErrorText>>;
