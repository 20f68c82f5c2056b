import { Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { ReferencePageController } from './reference-page.controller';

@Module({ imports: [AuthModule], controllers: [ReferencePageController] })
export class ReferencePageModule {}
