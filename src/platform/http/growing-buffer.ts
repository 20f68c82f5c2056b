/**
 * Collects bytes in one buffer. A list of chunks takes a hundred times the memory of its bytes if a sender makes each chunk one
 * byte long.
 */
export class GrowingBuffer {
  private buffer: Buffer = Buffer.alloc(0);
  length = 0;

  append(chunk: Buffer): void {
    const length = this.length + chunk.length;
    // The usual body is one chunk, which needs no copy.
    if (this.length === 0) this.buffer = chunk;
    else {
      if (length > this.buffer.length) this.grow(Math.max(length, 2 * this.buffer.length));
      chunk.copy(this.buffer, this.length);
    }
    this.length = length;
  }

  /** Makes room for this length, so that further chunks need no larger buffer. */
  reserve(length: number): void {
    if (length > this.buffer.length) this.grow(length);
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  private grow(length: number): void {
    const larger = Buffer.allocUnsafe(length);
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
