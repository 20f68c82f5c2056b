import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import cors from 'cors';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { readSettings } from '../settings';
import {
  CORS_OPTIONS,
  createLogger,
  HELMET_OPTIONS,
  pathOf,
  REQUEST_ID_HEADER,
  requestIdOf,
} from '../web-parts';
import { AppModule } from './app.module';

/** The platform's procedures as the documentation of nestjs-trpc and TypeORM shows them, with the same headers and log line. */
async function main(): Promise<void> {
  const settings = readSettings();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(settings), {
    logger: false,
  });
  // Not nestjs-pino's module: its middleware does not reach the routes of nestjs-trpc.
  app.use(
    pinoHttp({
      logger: createLogger(),
      genReqId: (request: IncomingMessage, response: ServerResponse) => {
        const id = requestIdOf(request);
        response.setHeader(REQUEST_ID_HEADER, id);
        return id;
      },
      wrapSerializers: false,
      serializers: {
        req: ({ method, originalUrl }: { method: string; originalUrl?: string }) => ({
          method,
          path: pathOf(originalUrl),
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      },
      quietReqLogger: true,
      customAttributeKeys: { reqId: 'requestId' },
    }),
  );
  app.use(helmet(HELMET_OPTIONS));
  app.use(cors(CORS_OPTIONS));
  app.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    response.setHeader('cache-control', 'no-store');
    next();
  });
  await app.listen(settings.PORT, '127.0.0.1');
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
});
