import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  NotFoundException,
} from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import type { Request, Response } from 'express';
import type { PathErrorFilter } from '../../http/path-error-filter';
import { requestIdOf } from '../../logging/request-id';
import { describeUnknownAddress } from '../transport/procedure-names';
import { errorShape, serializeError } from './error-body';
import { fromNestException } from './nest-exception.guard';

/** Sends the error body of procedures for addresses under `/api` where nothing is: they are mostly misspelt ones of procedures. */
@Catch(HttpException)
export class UnknownAddressFilter implements ExceptionFilter, PathErrorFilter {
  readonly path = '/api';
  readonly isForUnknownAddresses = true;

  /** @param paths of all procedures */
  constructor(private readonly paths: readonly string[]) {}

  catch(thrown: HttpException, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const message = describeUnknownAddress(request.originalUrl, this.paths);
    const error =
      thrown instanceof NotFoundException
        ? new TRPCError({ code: 'NOT_FOUND', message })
        : fromNestException(thrown);
    const shape = errorShape(error, undefined, requestIdOf(request));
    http
      .getResponse<Response>()
      .status(shape.data.httpStatus)
      .set('cache-control', 'no-store')
      .json({ error: serializeError(shape) });
  }
}
