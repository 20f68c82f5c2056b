import { UnauthorizedException } from '@nestjs/common';

/** Resolves to null if the promise rejects with UnauthorizedException. For pages that anonymous users may open. */
export async function nullIfUnauthorized<Result>(promise: Promise<Result>): Promise<Result | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof UnauthorizedException) return null;
    throw error;
  }
}
