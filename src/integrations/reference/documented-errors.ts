import { type HttpException, InternalServerErrorException } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { LoginRequiredException, RoleRequiredException } from '../../platform/access/access-refusals';
import { budgetTexts } from '../../platform/http/body-budget';
import { CallInProgressException } from '../../platform/idempotency/call-in-progress.exception';
import { COUNTRY_CHANGED, KEY_MALFORMED, KEY_REUSED } from '../../platform/idempotency/idempotency-key';
import { errorShape, serializeError } from '../../platform/trpc/errors/error-body';
import { fromNestException } from '../../platform/trpc/errors/nest-exception.guard';
import type { ErrorCode } from '../../platform/contract/error-shape';
import { LARGE_BODIES } from '../../platform/trpc/transport/body';
import { WrongMethodError } from '../../platform/trpc/transport/response';
import { toJsonSchema } from './openapi/json-schema';
import { findFreeName, toCamelCase } from './names';
import type { ContractedProcedure } from '../../platform/contract/procedures';
import { type ErrorText, REQUEST_ID, errorTexts } from './error-texts';

/** An error response of a procedure, as the documents describe it. */
export interface DocumentedError {
  /** Unique within the procedure; the same in every document. */
  readonly name: string;
  readonly status: number;
  readonly code: ErrorCode;
  /** The condition, as the end of a sentence that begins with "when". */
  readonly when: string;
  readonly message: string;
  readonly body: object;
}

/** Lists every error that a procedure can return, ordered by status. */
export function listDocumentedErrors(procedure: ContractedProcedure): DocumentedError[] {
  const { contract, path } = procedure;
  const names = new Set<string>();
  const own = contract.errors.map(({ code, when, message }) => {
    const name = findFreeName(toCamelCase(code), names);
    names.add(name);
    return buildFailure(name, code, { when, text: message });
  });
  return [...own, ...listGenericFailures(procedure)]
    .map((failure) => documentError(failure, path))
    .sort((a, b) => a.status - b.status);
}

interface Failure {
  readonly name: string;
  readonly when: string;
  readonly error: unknown;
  /** Whether the whole request is rejected before any call of the batch runs; the error then has no path. */
  readonly isRequestError?: true;
}

function* listGenericFailures({ contract }: ContractedProcedure): Generator<Failure> {
  const { access, kind, endsSession, idempotency } = contract;
  const invalid = findInvalidInput(contract);
  if (invalid) {
    const error = new TRPCError({ code: 'BAD_REQUEST', cause: invalid.error });
    yield { name: 'wrongInput', when: 'a field is missing or wrong', error };
    yield buildFailure('unknownField', 'BAD_REQUEST', {
      when: 'the procedure has no such field, and the request has `Prefer: handling=strict` or `strict=1`',
      text: 'external_id: unknown field, did you mean externalId?',
    });
  }
  yield buildFailure('unreadable', 'BAD_REQUEST', {
    when: 'the input is no JSON',
    text: 'the input is not valid JSON: it ends too early (line 1, column 6)',
  });
  yield buildFailure('twoCredentials', 'BAD_REQUEST', errorTexts.twoCredentials);
  if (endsSession) {
    yield buildFailure('token', 'BAD_REQUEST', {
      when: 'a token is sent, which has no session',
      text: 'a token has no session to end: it expires by itself',
    });
  }
  if (access !== 'anyone') yield buildRefusal('login', new LoginRequiredException('missing'));
  yield buildRefusal('invalidLogin', new LoginRequiredException('expired'));
  if (typeof access !== 'string') yield buildRefusal('role', new RoleRequiredException(access));
  if (kind === 'mutation') {
    yield buildRequestFailure('otherOrigin', 'FORBIDDEN', errorTexts.otherOrigin);
    yield { name: 'method', when: 'it is called by GET', error: new WrongMethodError(contract) };
  } else {
    yield buildRequestFailure('method', 'METHOD_NOT_SUPPORTED', {
      when: 'it is called by another method than GET and POST',
      text: 'expected GET or POST',
    });
  }
  yield buildRequestFailure('tooLarge', 'PAYLOAD_TOO_LARGE', {
    when: 'the body is larger than 1 MiB',
    text: 'the body is larger than 1048576 bytes',
  });
  yield buildRequestFailure('mediaType', 'UNSUPPORTED_MEDIA_TYPE', {
    when: 'the body is not `application/json`',
    text: 'the body must be JSON in UTF-8: send the header Content-Type: application/json',
  });
  yield buildRequestFailure('tooSlow', 'TIMEOUT', errorTexts.tooSlow);
  if (idempotency !== 'none') yield* listIdempotencyFailures();
  yield buildRequestFailure('callLimit', 'TOO_MANY_REQUESTS', errorTexts.callLimit);
  const bodies = budgetTexts(LARGE_BODIES);
  yield buildRequestFailure('ownBodies', 'TOO_MANY_REQUESTS', {
    when: 'large bodies of your network wait for memory already',
    text: bodies.ofCaller,
  });
  yield buildRequestFailure('allBodies', 'SERVICE_UNAVAILABLE', {
    when: 'large bodies of many callers wait for memory',
    text: bodies.ofAll,
  });
  yield buildFailure('portal', 'SERVICE_UNAVAILABLE', errorTexts.portal);
  yield buildFailure('database', 'SERVICE_UNAVAILABLE', errorTexts.database);
  yield { name: 'unexpected', when: errorTexts.unexpected.when, error: new Error('unexpected') };
}

function* listIdempotencyFailures(): Generator<Failure> {
  yield buildFailure('idempotencyKey', 'BAD_REQUEST', {
    when: '`Idempotency-Key` is no such key',
    text: KEY_MALFORMED,
  });
  yield {
    name: 'stillRuns',
    when: 'the first call with the same `Idempotency-Key` still runs',
    error: new TRPCError({ code: 'CONFLICT', message: new CallInProgressException().message }),
  };
  yield buildFailure('otherInput', 'UNPROCESSABLE_CONTENT', {
    when: 'the `Idempotency-Key` was used with another input',
    text: KEY_REUSED,
  });
  yield buildFailure('otherCountry', 'FORBIDDEN', {
    when: 'the account had another country when the `Idempotency-Key` was used',
    text: COUNTRY_CHANGED,
  });
}

function buildFailure(name: string, code: ErrorCode, { when, text: message }: ErrorText): Failure {
  // The message of a 500 is masked unless a Nest exception caused it.
  const cause = code === 'INTERNAL_SERVER_ERROR' ? new InternalServerErrorException(message) : undefined;
  return { name, when, error: new TRPCError({ code, message, cause }) };
}

function buildRefusal(name: 'login' | 'invalidLogin' | 'role', refusal: HttpException): Failure {
  return { name, when: errorTexts[name].when, error: fromNestException(refusal) };
}

function buildRequestFailure(name: string, code: ErrorCode, text: ErrorText): Failure {
  return { ...buildFailure(name, code, text), isRequestError: true };
}

function documentError({ name, when, error, isRequestError }: Failure, path: string): DocumentedError {
  const shape = errorShape(error, isRequestError ? undefined : path, REQUEST_ID);
  const { message } = shape;
  const { code, httpStatus: status } = shape.data;
  const { path: errorPath, ...dataWithoutPath } = shape.data;
  // JSON omits an undefined path, and so does the documented body.
  const data = errorPath === undefined ? dataWithoutPath : shape.data;
  return { name, status, code, when, message, body: { error: serializeError({ ...shape, data }) } };
}

/**
 * Finds an input that a procedure's schema rejects, preferably `{}`, whose error names the required fields.
 * @returns undefined if the procedure takes no input
 */
export function findInvalidInput({
  input,
}: Pick<ContractedProcedure['contract'], 'input'>): { input: unknown; error: z.ZodError } | undefined {
  if (!input) return undefined;
  for (const candidate of listCandidates(input)) {
    const { error } = input.safeParse(candidate);
    if (error) return { input: candidate, error };
  }
  return undefined;
}

function* listCandidates(input: z.ZodType): Generator {
  yield {};
  for (const field of Object.keys(toJsonSchema(input, 'input').properties ?? {})) {
    yield { [field]: { not: 'this' } };
  }
  yield null;
}
