import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { UnansweredRequests } from './unanswered-requests';

/**
 * After so long without progress, a connection is closed whose client does not read its response. On a slow line, it takes half a minute
 * until the system, which holds up to some megabytes, takes the next bytes.
 */
const UNREAD_TIMEOUT_MS = 120_000;

interface UnreadOptions {
  readonly unanswered: UnansweredRequests;
  readonly onUnread: (socket: Socket) => void;
  readonly timeoutMs?: number;
}

/** Closes connections whose clients do not read: otherwise they would hold their responses in memory for as long as they like. */
export function limitUnreadResponses(
  server: Server,
  { unanswered, onUnread, timeoutMs = UNREAD_TIMEOUT_MS }: UnreadOptions,
): void {
  // Node also calls this for a connection on which no request came within `keepAliveTimeout`, and leaves it to this to close it.
  server.setTimeout(timeoutMs, (socket) => {
    const isWaiting = unanswered.hasRequest(socket);
    if (isWaiting && socket.writableLength === 0) return;
    if (isWaiting) onUnread(socket);
    socket.destroy();
  });
}
