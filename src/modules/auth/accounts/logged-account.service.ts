import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { currentRequest } from '../../../platform/http/current-request';
import { AccountPseudonyms, setPseudonym } from '../../../platform/logging/account-pseudonyms';

/** Names the account of the current request in its log lines, by a pseudonym. */
@Injectable()
export class LoggedAccountService {
  private readonly pseudonyms: AccountPseudonyms;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.pseudonyms = new AccountPseudonyms(environment);
  }

  set(accountId: string): void {
    const request = currentRequest();
    if (request) setPseudonym(request, this.pseudonyms.of(accountId));
  }
}
