import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { MigrationsIndicator } from './migrations.indicator';
import { ProbesController } from './probes.controller';
import { Readiness } from './readiness';

@Module({
  // The request log has a line for every failed probe already.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [ProbesController],
  providers: [MigrationsIndicator, Readiness],
})
export class ProbesModule {}
