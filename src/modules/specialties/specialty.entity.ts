import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A medical specialty of the catalogue. Used by its repository. */
@Entity('specialty')
@Unique('specialty_code_key', ['code'])
@Unique('specialty_name_key', ['name'])
export class SpecialtyEntity {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  /** Stable and language-independent: `infectious-diseases`. */
  @Column('text')
  code!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;
}
