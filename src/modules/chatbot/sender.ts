/** Who sends a message: an account, or an anonymous caller with a network address. */
export interface Sender {
  /** Null for an anonymous caller. */
  readonly accountId: string | null;
  readonly address: string;
  /** BCP 47 tags that the caller prefers, best first. */
  readonly languages: readonly string[];
}
