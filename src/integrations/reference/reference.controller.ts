import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendCompressed } from '../../platform/http/compressed-response';
import { ReferenceService } from './reference.service';

/** The documents of the platform, for anyone. Express answers HEAD, and `304` to a reader whose copy is still true. */
@Controller()
export class ReferenceController {
  constructor(private readonly reference: ReferenceService) {}

  @Get('api/openapi.json')
  async openApi(@Req() request: Request, @Res() response: Response): Promise<void> {
    const openApi = await this.reference.document('openApi');
    await sendCompressed(request, publish(response).type('json'), openApi);
  }

  @Get('api/postman-collection.json')
  async postman(@Req() request: Request, @Res() response: Response): Promise<void> {
    const postman = await this.reference.document('postman');
    publish(response).attachment('africa-health-platform.postman_collection.json');
    await sendCompressed(request, response.type('json'), postman);
  }

  @Get('llms.txt')
  async llms(@Req() request: Request, @Res() response: Response): Promise<void> {
    const llms = await this.reference.document('llms');
    await sendCompressed(request, publish(response).type('text/plain; charset=utf-8'), llms);
  }
}

/** A new version of the platform shows within minutes. */
function publish(response: Response): Response {
  return response.set('cache-control', 'public, max-age=300');
}
