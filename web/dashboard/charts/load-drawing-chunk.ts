import { lazyImport } from '../../shared/lazy-import';

/** Loads the code that draws pictures, which is most of the page's code. */
export const loadDrawingChunk = lazyImport(() => import('./drawing-chunk.js'));
