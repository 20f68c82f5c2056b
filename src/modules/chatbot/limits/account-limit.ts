import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { ConcurrencyLimit } from '../../../platform/limits/concurrency-limit';

/** Bounds how many replies one account has written at once. */
@Injectable()
export class AccountLimit extends ConcurrencyLimit {
  constructor(@Inject(ENVIRONMENT) { CHATBOT_ACCOUNT_CONCURRENCY }: Environment) {
    super(
      CHATBOT_ACCOUNT_CONCURRENCY,
      'Too many of your messages are being answered; please try again in a few seconds',
    );
  }
}
