import { Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { HomeController } from './home.controller';

@Module({ imports: [AuthModule], controllers: [HomeController] })
export class HomeModule {}
