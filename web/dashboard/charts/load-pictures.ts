import { part } from '../../shared/parts';

/** Fetches what draws, which is most of the program. */
export const loadPictures = part(() => import('./pictures.js'));
