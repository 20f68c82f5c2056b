import { type CallHandler, type ExecutionContext, HttpException, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { z } from 'zod';
import type { Environment } from '../config/environment';
import { CallerAddresses } from '../http/address';
import type { RefusedAccess, RefusedAccessLog } from '../refusals/refused-access-log';

const CODES: Readonly<Record<number, RefusedAccess['code']>> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' };

/** Express's route of a request. Its path has no values of the caller. */
const routeSchema = z.object({ route: z.object({ path: z.string() }) });

/** Logs requests of plain routes whose access was refused, by an error or by a page. */
export class RefusedRoutesInterceptor implements NestInterceptor {
  private readonly addresses: CallerAddresses;

  constructor(
    private readonly refused: RefusedAccessLog,
    environment: Environment,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const record = (status: number): void => {
      this.record(request, status);
    };
    return next.handle().pipe(
      tap({
        error: (error: unknown) => {
          if (error instanceof HttpException) record(error.getStatus());
        },
        complete: () => {
          record(http.getResponse<Response>().statusCode);
        },
      }),
    );
  }

  private record(request: Request, status: number): void {
    const code = CODES[status];
    if (!code) return;
    const path = routeSchema.safeParse(request).data?.route.path;
    this.refused.record({ path, code, address: this.addresses.of(request) });
  }
}
