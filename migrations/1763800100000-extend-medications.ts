import type { MigrationInterface, QueryRunner } from 'typeorm';

/** TODO: being written. */
export class ExtendMedications1763800100000 implements MigrationInterface {
  async up(_runner: QueryRunner): Promise<void> {}
  async down(_runner: QueryRunner): Promise<void> {}
}
