import { Socket } from 'node:net';

/** Creates a socket that is destroyed once nothing is sent or received for `silenceMs`. */
export function createSocket(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error('the database does not answer'));
  });
}
