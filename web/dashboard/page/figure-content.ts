import type { ComponentChildren } from 'preact';
import type { TableContent } from '../../shared/kit/table';
import type { Caption } from '../charts/save-picture';
import type { DrawingCode } from '../state/drawing';

export interface FigureContent {
  readonly subtitle: string;
  readonly picture: ComponentChildren;
  /** Describes the picture in one sentence, for screen readers. */
  readonly label: string;
  readonly notes: readonly string[];
  readonly table: TableContent;
  /** Returns the download URL of the table. */
  readonly exportUrlOf: (format: 'csv' | 'xlsx') => string;
  /** Draws the picture for a file; absent if it cannot be saved. */
  readonly save?: {
    readonly draw: (code: DrawingCode) => SVGSVGElement;
    readonly legend?: Caption['legend'];
  };
}
