import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { MigrationsIndicator } from './migrations.indicator';
import { ProbesController } from './probes.controller';

@Module({
  // A probe that fails is answered, and every answer has its log line.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [ProbesController],
  providers: [MigrationsIndicator],
})
export class ProbesModule {}
