import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module';
import { ReferencePageController } from './reference-page.controller';

@Module({ imports: [AuthModule], controllers: [ReferencePageController] })
export class ReferencePageModule {}
