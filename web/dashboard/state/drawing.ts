import { signal } from '@preact/signals';
import { loadDrawingChunk } from '../charts/load-drawing-chunk';

/** The pause before the next attempt. */
const PAUSE_MS = 5_000;

export type DrawingCode = Awaited<ReturnType<typeof loadDrawingChunk>>;

/** The code that draws pictures; undefined while it is loading. */
export const drawing = signal<DrawingCode | 'failed' | undefined>(undefined);

/** Loads the code that draws pictures, until it succeeds. */
export async function loadDrawing(): Promise<void> {
  for (;;) {
    try {
      drawing.value = await loadDrawingChunk();
      return;
    } catch {
      drawing.value = 'failed';
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
