import { InternalServerErrorException } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { CallInProgressException } from '../../platform/idempotency/call-in-progress.exception';
import { KEY_MALFORMED, KEY_REUSED } from '../../platform/idempotency/idempotency-key';
import { errorShape, serializeError } from '../../platform/trpc/errors/error-body';
import type { ErrorCode } from '../../platform/trpc/errors/error-shape';
import { WrongMethodError } from '../../platform/trpc/transport/answer';
import { toJsonSchema } from './openapi/json-schema';
import { toCamelCase, findFreeName } from './names';
import type { ContractedProcedure } from '../../platform/trpc/contract/procedures';
import { REQUEST_ID, type ErrorText, errorTexts } from './error-texts';

/** A failure of a call, as its caller sees it. */
export interface DocumentedError {
  /** Tells it from the other failures of the procedure: short, and the same in every document. */
  readonly name: string;
  readonly status: number;
  readonly code: ErrorCode;
  /** When it happens, as the end of a sentence that begins with "when". */
  readonly when: string;
  readonly message: string;
  /** As the wire writes it. */
  readonly body: object;
}

/** Every failure that a caller of a procedure may meet, in the order of their statuses. */
export function listDocumentedErrors(procedure: ContractedProcedure): DocumentedError[] {
  const { contract, path } = procedure;
  const names = new Set<string>();
  const own = contract.errors.map(({ code, when, message }) => {
    const name = findFreeName(toCamelCase(code), names);
    names.add(name);
    return failure(name, code, [when, message]);
  });
  return [...own, ...generic(procedure)]
    .map((each) => answer(each, path))
    .sort((one, other) => one.status - other.status);
}

interface Failure {
  readonly name: string;
  readonly when: string;
  readonly error: unknown;
  /** Whether the request is refused as a whole, before any of its calls is looked at. */
  readonly whole?: true;
}

function* generic({ contract }: ContractedProcedure): Generator<Failure> {
  const { access, kind, endsSession, repetition } = contract;
  const wrong = findInvalidInput(contract);
  if (wrong) {
    const error = new TRPCError({ code: 'BAD_REQUEST', cause: wrong.error });
    yield { name: 'wrongInput', when: 'a field is missing or wrong', error };
  }
  yield failure('unreadable', 'BAD_REQUEST', ['the input is no JSON', 'the input is not valid JSON']);
  yield failure('twoCredentials', 'BAD_REQUEST', wordsOf(errorTexts.twoCredentials));
  if (endsSession) {
    yield failure('token', 'BAD_REQUEST', [
      'a token is sent, which has no session',
      'a token has no session to end: it expires by itself',
    ]);
  }
  const { when, text } = errorTexts.login;
  yield failure('login', 'UNAUTHORIZED', [
    access === 'anyone' ? 'a session or a token is presented and is not valid' : when,
    text,
  ]);
  if (typeof access !== 'string') yield failure('role', 'FORBIDDEN', wordsOf(errorTexts.role));
  if (kind === 'mutation') {
    yield whole('otherOrigin', 'FORBIDDEN', wordsOf(errorTexts.otherOrigin));
    yield { name: 'method', when: 'it is called by GET', error: new WrongMethodError('POST') };
  } else {
    yield whole('method', 'METHOD_NOT_SUPPORTED', [
      'it is called by another method than GET and POST',
      'expected GET or POST',
    ]);
  }
  yield whole('tooLarge', 'PAYLOAD_TOO_LARGE', [
    'the body is larger than 1 MiB',
    'the body is larger than 1048576 bytes',
  ]);
  yield whole('mediaType', 'UNSUPPORTED_MEDIA_TYPE', [
    'the body is not `application/json`',
    'the body must be JSON in UTF-8: send the header Content-Type: application/json',
  ]);
  if (repetition !== 'none') yield* repeated();
  yield failure('portal', 'SERVICE_UNAVAILABLE', wordsOf(errorTexts.portal));
  yield { name: 'unexpected', when: errorTexts.unexpected.when, error: new Error('unexpected') };
}

/** Of a call under an `Idempotency-Key`. */
function* repeated(): Generator<Failure> {
  yield failure('idempotencyKey', 'BAD_REQUEST', ['`Idempotency-Key` is no such key', KEY_MALFORMED]);
  yield {
    name: 'stillRuns',
    when: 'the first call with the same `Idempotency-Key` still runs',
    error: new TRPCError({ code: 'CONFLICT', message: new CallInProgressException().message }),
  };
  yield failure('otherInput', 'UNPROCESSABLE_CONTENT', [
    'the `Idempotency-Key` was used with another input',
    KEY_REUSED,
  ]);
}

type Words = readonly [when: string, message: string];

function wordsOf({ when, text }: ErrorText): Words {
  return [when, text];
}

function failure(name: string, code: ErrorCode, [when, message]: Words): Failure {
  // Only what services throw for the caller is told of a failure of ours.
  const cause = code === 'INTERNAL_SERVER_ERROR' ? new InternalServerErrorException(message) : undefined;
  return { name, when, error: new TRPCError({ code, message, cause }) };
}

function whole(name: string, code: ErrorCode, words: Words): Failure {
  return { ...failure(name, code, words), whole: true };
}

function answer({ name, when, error, whole }: Failure, path: string): DocumentedError {
  const shape = errorShape(error, whole ? undefined : path, REQUEST_ID);
  const { code, httpStatus: status } = shape.data;
  // What is undefined is not sent.
  const { path: named, ...data } = shape.data;
  const sent = named === undefined ? data : shape.data;
  const { message } = shape;
  return { name, status, code, when, message, body: { error: serializeError({ ...shape, data: sent }) } };
}

/**
 * An input that a procedure's schema refuses, and why: as empty as possible, so that it tells what is required.
 * @returns undefined where the procedure takes no input
 */
export function findInvalidInput({
  input,
}: Pick<ContractedProcedure['contract'], 'input'>): { input: unknown; error: z.ZodError } | undefined {
  if (!input) return undefined;
  for (const wrong of candidates(input)) {
    const { error } = input.safeParse(wrong);
    if (error) return { input: wrong, error };
  }
  return undefined;
}

function* candidates(input: z.ZodType): Generator {
  yield {};
  for (const field of Object.keys(toJsonSchema(input, 'input').properties ?? {})) {
    yield { [field]: { not: 'this' } };
  }
  yield null;
}
