import type { IncomingMessage, Server } from 'node:http';
import type { UnansweredRequests } from './unanswered-requests';

/**
 * After two to three times as long without progress, a connection is closed: Node takes the first expiry for progress. On a slow line, it
 * takes half a minute until the system, which holds up to some megabytes, takes the next bytes.
 */
const UNREAD_TIMEOUT_MS = 60_000;

interface UnreadOptions {
  readonly unanswered: UnansweredRequests;
  readonly onUnread: (request: IncomingMessage) => void;
  readonly timeoutMs?: number;
}

/** Closes the connections of clients that stop reading, because their responses stay in memory. */
export function limitUnreadResponses(
  server: Server,
  { unanswered, onUnread, timeoutMs = UNREAD_TIMEOUT_MS }: UnreadOptions,
): void {
  // Node calls this too when no request came within `keepAliveTimeout`. The connection is then to be closed here.
  server.setTimeout(timeoutMs, (socket) => {
    const request = unanswered.findRequest(socket);
    if (request && socket.writableLength === 0) return;
    if (request) onUnread(request);
    socket.destroy();
  });
}
