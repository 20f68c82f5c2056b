import { Injectable, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LOGIN_REQUIRED } from '../../platform/access/assert-access';
import type { Caller } from '../../platform/access/caller';
import type { Role } from '../../platform/access/role';
import { Account } from './accounts/account.entity';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

@Injectable()
export class AuthService {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  /**
   * The account of a caller, with the role that they call with: a machine's is its token's, and not kept.
   * @throws UnauthorizedException where the account was removed a moment ago
   */
  async userOf({ userId, role }: Caller): Promise<User> {
    const account = await this.accounts.findOneBy({ id: userId });
    if (!account) throw new UnauthorizedException(LOGIN_REQUIRED);
    const { id, email, name } = account;
    return { id, email, name, role };
  }
}
