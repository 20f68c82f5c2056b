import type { Signal } from '@preact/signals';
import { Button } from '../../shared/kit/button';
import { Menu } from '../../shared/kit/menu';
import { Table, type TableContent } from '../../shared/kit/table';
import { loadDrawingChunk } from '../charts/load-drawing-chunk';
import { useDashboard, usePage } from '../state/dashboard-context';
import type { FigureContent } from './figure-content';

interface Named {
  readonly id: string;
  readonly title: string;
}

interface TableDetailsProps extends Named {
  readonly content: TableContent;
  /** By default that it is the table of the figure. */
  readonly label?: string;
  readonly isOpen: Signal<boolean>;
}

/** The expandable table. Its rows are created when it is opened, since there may be many. */
export function TableDetails({ id, title, content, label, isOpen }: TableDetailsProps) {
  const { text, format, locale } = usePage();
  return (
    <details
      class="table"
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary id={`${id}-table`}>{label ?? text('figure.table')}</summary>
      {isOpen.value && (
        <Table
          id={`${id}-rows`}
          title={title}
          regionLabel={text('figure.tableOf', { figure: title })}
          content={content}
          locale={locale}
          searchLabel={text('figure.search')}
          describeCount={(count) => text('figure.found', { count: format.number(count) }, count)}
        />
      )}
    </details>
  );
}

/** The menu that saves the picture and the table. */
export function Downloads({ id, title, content }: Named & { content: FigureContent }) {
  const { smallNumbersWithheld } = useDashboard().initialData;
  const { text, direction } = usePage();
  const { save, subtitle, exportUrlOf } = content;
  const saveAs = async (format: 'svg' | 'png'): Promise<void> => {
    if (!save) return;
    const code = await loadDrawingChunk();
    const caption = { title, subtitle, direction, ...(save.legend && { legend: save.legend }) };
    const name = [id, ...shownPeriods(id, new URLSearchParams(location.search))].join('-');
    if (format === 'svg') code.saveAsSvg(save.draw(code), caption, name);
    else await code.saveAsPng(save.draw(code), caption, name);
  };
  return (
    <Menu
      id={`${id}-download`}
      label={text('figure.download')}
      ariaLabel={text('figure.downloadOf', { figure: title })}
    >
      {save &&
        !smallNumbersWithheld &&
        (['png', 'svg'] as const).map((format) => (
          <Button variant="plain" key={format} id={`${id}-${format}`} onClick={() => void saveAs(format)}>
            {text(format === 'png' ? 'figure.asPng' : 'figure.asSvg')}
          </Button>
        ))}
      {(['csv', 'xlsx'] as const).map((format) => (
        <a key={format} id={`${id}-${format}`} href={exportUrlOf(format)} download="">
          {text(format === 'csv' ? 'figure.asCsv' : 'figure.asXlsx')}
        </a>
      ))}
      {save && smallNumbersWithheld && <p class="menu-note">{text('figure.noPictures')}</p>}
    </Menu>
  );
}

/** Returns the names of the periods of a figure: the trend may have its own months. */
function shownPeriods(id: string, parameters: URLSearchParams): string[] {
  const hasRange = id === 'trend' && parameters.has('from');
  return (hasRange ? ['from', 'to'] : ['period']).map((name) => parameters.get(name) ?? '');
}
