import { UnauthorizedException } from '@nestjs/common';

/** For a page, which has something to show to anyone: an expired session is simply nobody, and its cookie is cleared all the same. */
export async function orNobody<Found>(looked: Promise<Found>): Promise<Found | null> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof UnauthorizedException) return null;
    throw error;
  }
}
