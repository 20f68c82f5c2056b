import { Module } from '@nestjs/common';
import { ViewsRouter } from './views.router';
import { ViewsService } from './views.service';

@Module({ providers: [ViewsRouter, ViewsService] })
export class ViewsModule {}
