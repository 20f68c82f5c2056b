import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendCompressed } from '../../platform/http/compressed-response';
import { ReferenceService } from './reference.service';

/** Serves the API documents publicly. Express handles HEAD and conditional requests (304). */
@Controller()
export class ReferenceController {
  constructor(private readonly reference: ReferenceService) {}

  @Get('api/openapi.json')
  async openApi(@Req() request: Request, @Res() response: Response): Promise<void> {
    const openApi = await this.reference.getDocument('openApi');
    await sendCompressed(request, allowCaching(response).type('json'), openApi);
  }

  @Get('api/postman-collection.json')
  async postman(@Req() request: Request, @Res() response: Response): Promise<void> {
    const postman = await this.reference.getDocument('postman');
    allowCaching(response).attachment('africa-health-platform.postman_collection.json');
    await sendCompressed(request, response.type('json'), postman);
  }

  @Get('llms.txt')
  async llms(@Req() request: Request, @Res() response: Response): Promise<void> {
    const llms = await this.reference.getDocument('llms');
    await sendCompressed(request, allowCaching(response).type('text/plain; charset=utf-8'), llms);
  }
}

/** Allows caches to keep a document for 5 minutes. */
function allowCaching(response: Response): Response {
  return response.set('cache-control', 'public, max-age=300');
}
