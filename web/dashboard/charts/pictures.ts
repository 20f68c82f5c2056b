/** Everything that draws pictures, as one chunk: `lazyImport` cannot retry a chunk that imports further chunks. */
export { africa } from '../map/africa-topology';
export { toAfricaMap } from '../map/africa';
export { drawBars } from './bar-picture';
export { drawMap } from './map-picture';
export { saveAsPng, saveAsSvg } from './save-picture';
export { drawTrend } from './trend-picture';
