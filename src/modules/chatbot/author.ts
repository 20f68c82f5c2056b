import type { CountryCode } from '../../shared/country';

/** Who writes: an account, or a stranger known by a network address. */
export interface Author {
  readonly userId: string | null;
  readonly address: string;
  /** The account's own country; undefined where it has none, or all. */
  readonly country: CountryCode | undefined;
  /** BCP 47 tags that the caller prefers, best first. */
  readonly languages: readonly string[];
}
