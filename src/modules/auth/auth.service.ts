import { Injectable, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LOGIN_REQUIRED } from '../../platform/access/assert-access';
import type { Caller } from '../../platform/access/caller';
import { Account } from './accounts/account.entity';

export type User = Readonly<Pick<Account, 'id' | 'email' | 'name' | 'role'>>;

@Injectable()
export class AuthService {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  /**
   * Returns the caller's account. The role is the caller's: a machine's role is only in its token.
   * @throws UnauthorizedException if the account was deleted after the caller was identified
   */
  async getUser({ userId, role }: Caller): Promise<User> {
    const account = await this.accounts.findOneBy({ id: userId });
    if (!account) throw new UnauthorizedException(LOGIN_REQUIRED);
    const { id, email, name } = account;
    return { id, email, name, role };
  }
}
