/** Everything that draws pictures, as one chunk: `lazyImport` cannot retry a chunk that imports further chunks. */
export { africa } from '../map/africa-topology';
export { toAfricaMap } from '../map/africa';
export { drawBars } from './draw-bars';
export { drawMap } from './draw-map';
export { saveAsPng, saveAsSvg } from './save-picture';
export { drawTrend } from './draw-trend';
