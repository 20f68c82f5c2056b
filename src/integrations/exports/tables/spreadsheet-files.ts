import { mapInTurns } from '../../../platform/limits/current-turns';

/** How a cell looks. The position is the number of the style in `styles.xml`. */
const STYLES = ['plain', 'header', 'whole', 'share', 'decimal', 'suppressed', 'rate', 'year'] as const;

type Style = (typeof STYLES)[number];

/** A cell of text or of a number; null for an empty one. */
export type Cell = { readonly value: string | number; readonly style: Style } | null;

export interface Sheet {
  readonly name: string;
  /** In characters. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether the first row stays in view. */
  readonly hasHeader?: true;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that XML 1.0 does not allow. */
// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const STYLES_XML = `${DECLARATION}
<styleSheet xmlns="${MAIN}">
<numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0"/><numFmt numFmtId="165" formatCode="0.0%"/><numFmt numFmtId="166" formatCode="#,##0.0"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><i/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="8"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf fontId="2" applyFont="1" applyAlignment="1"><alignment horizontal="right"/></xf><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/></cellXfs>
</styleSheet>`;

const HEADER_VIEW =
  '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** Properties of a workbook, which file managers and archives show. */
interface Properties {
  readonly title: string;
  /** ISO 8601. */
  readonly created: string;
}

/** Returns the files of a workbook (Office Open XML, ECMA-376). Long sheets are written in turns of the caller. */
export async function buildSpreadsheetFiles(
  sheets: readonly Sheet[],
  properties: Properties,
): Promise<{ name: string; content: string }[]> {
  const files = [
    { name: '[Content_Types].xml', content: buildContentTypes(sheets) },
    {
      name: '_rels/.rels',
      content: buildRelationships([
        `Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"`,
        `Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"`,
      ]),
    },
    { name: 'docProps/core.xml', content: buildCoreProperties(properties) },
    { name: 'xl/workbook.xml', content: buildWorkbook(sheets) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: buildRelationships([
        ...sheets.map((_, index) => `Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"`),
        `Type="${OFFICE}/styles" Target="styles.xml"`,
      ]),
    },
    { name: 'xl/styles.xml', content: STYLES_XML },
  ];
  for (const [index, sheet] of sheets.entries())
    files.push({ name: `xl/worksheets/sheet${index + 1}.xml`, content: await buildSheet(sheet) });
  return files;
}

function buildContentTypes(sheets: readonly Sheet[]): string {
  const overrides = [
    ['workbook.xml', 'sheet.main'],
    ['styles.xml', 'styles'],
    ...sheets.map((_, index) => [`worksheets/sheet${index + 1}.xml`, 'worksheet']),
  ].map(([part, type]) => `<Override PartName="/xl/${part}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`);
  return `${DECLARATION}
<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${overrides.join('')}</Types>`;
}

function buildCoreProperties({ title, created }: Properties): string {
  return `${DECLARATION}
<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>Africa Health Platform</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`;
}

function buildRelationships(relationships: readonly string[]): string {
  const elements = relationships.map((each, index) => `<Relationship Id="rId${index + 1}" ${each}/>`);
  return `${DECLARATION}\n<Relationships xmlns="${PACKAGE}/relationships">${elements.join('')}</Relationships>`;
}

function buildWorkbook(sheets: readonly Sheet[]): string {
  const elements = sheets.map(
    ({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${DECLARATION}\n<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${elements.join('')}</sheets></workbook>`;
}

async function buildSheet({ widths, rows, hasHeader }: Sheet): Promise<string> {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const written = await mapInTurns(rows, buildRow);
  return [
    `${DECLARATION}\n<worksheet xmlns="${MAIN}">${hasHeader ? HEADER_VIEW : ''}`,
    `<cols>${columns.join('')}</cols><sheetData>`,
    ...written,
    '</sheetData></worksheet>',
  ].join('');
}

function buildRow(cells: readonly Cell[], row: number): string {
  return `<row r="${row + 1}">${cells.map((cell, column) => buildCell(cell, column, row)).join('')}</row>`;
}

/** Texts are no formulas: they are inline strings. */
function buildCell(cell: Cell, column: number, row: number): string {
  if (cell === null) return '';
  const { value, style } = cell;
  // Tables have at most 26 columns.
  const start = `<c r="${String.fromCharCode(65 + column)}${row + 1}" s="${STYLES.indexOf(style)}"`;
  if (typeof value === 'number') return `${start}><v>${value}</v></c>`;
  return `${start} t="inlineStr"><is><t xml:space="preserve">${escapeXml(escapeCodes(value))}</t></is></c>`;
}

/** Escapes what would be read as the code of a character, such as `_x000D_` (ECMA-376, part 1, 22.9.2.19). */
function escapeCodes(text: string): string {
  return text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

function escapeXml(text: string): string {
  return text.replace(NOT_IN_XML, '').replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}
