let accepted = 0;

/** Counts a connection that the server of this process has accepted. */
export function countAcceptedConnection(): void {
  accepted += 1;
}

/** Returns how many connections were accepted until now. */
export function acceptedConnections(): number {
  return accepted;
}
