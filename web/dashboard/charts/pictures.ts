/** All that draws, which is one file: a part that failed to load can be asked for again only if it stands by itself. */
export { africa } from '../map/africa-topology';
export { africaMap } from '../map/africa';
export { barPicture } from './bar-picture';
export { mapPicture } from './map-picture';
export { saveAsPng, saveAsSvg } from './save-picture';
export { trendPicture } from './trend-picture';
