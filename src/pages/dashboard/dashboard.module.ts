import { Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { HealthModule } from '../../modules/health';
import { DashboardController } from './dashboard.controller';
import { DashboardService } from './dashboard.service';

@Module({
  imports: [AuthModule, HealthModule],
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}
