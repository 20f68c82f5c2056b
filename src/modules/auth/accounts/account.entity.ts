import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { CountryCode, CountryScope } from '../../../shared/country';
import type { Role } from '../../../platform/access/role';

/**
 * The account of a person, a machine or an import source, identified by issuer and subject. Statements use the table; the
 * entity serves the schema comparison.
 */
@Entity('account')
@Unique('account_issuer_subject_key', ['issuer', 'subject'])
@Check('account_role_check', `role IN ('admin', 'ministry', 'doctor', 'pharmacist', 'user')`)
export class Account {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('text')
  issuer!: string;

  @Column('text')
  subject!: string;

  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  @Column('text')
  role!: Role;

  @Column('text', { nullable: true })
  country!: CountryScope | null;

  /** The countries in which it may have recorded; null for any. A trigger keeps them. */
  @Column('text', { array: true, nullable: true })
  countries!: CountryCode[] | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_login_at', default: () => 'now()' })
  lastLoginAt!: Date;
}
