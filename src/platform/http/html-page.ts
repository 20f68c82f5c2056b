import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, html } from './html';
import { type Locale, directionOf } from '../../shared/locale';

/** Path of the style sheet of all pages without an application. */
export const STYLE_PATH = '/style.css';

/** The style sheet. Its colours are those of the web applications. */
export const STYLE = ['colors.css', 'header.css', 'table.css', 'page.css']
  .map((name) => readFileSync(join(__dirname, '../../shared/styles', name), 'utf8'))
  .join('');

/** The favicon, a bar chart. Inline, because a request for it would be larger. */
const ICON = new Html(
  `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230b4f3a'/%3E%3Cpath d='M3 9h2v4H3zM7 6h2v7H7zM11 3h2v10h-2z' fill='%23fff'/%3E%3C/svg%3E" />`,
);

export const PLATFORM_NAME = 'Africa Health Platform';

interface PageOptions {
  readonly locale?: Locale;
  /** The path of the start page. */
  readonly home?: string;
  /** Shown above the title. Default: the name of the platform, as a link to its start page. */
  readonly above?: Html;
  /** Shown at the end of the header. */
  readonly tools?: Html;
  readonly width?: 'narrow' | 'wide';
  /** Default: a link to the style sheet. */
  readonly style?: Html;
}

interface HtmlDocument {
  readonly locale: Locale;
  readonly title: string;
  /** What the head has beside the title and the icon. */
  readonly head: Html;
  readonly body: Html;
}

/** Returns an HTML document with the head of all pages. */
export function renderDocument({ locale, title, head, body }: HtmlDocument): string {
  return html`<!doctype html>
    <html lang="${locale}" dir="${directionOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${ICON} ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup;
}

const STYLE_LINK = html`<link rel="stylesheet" href="${STYLE_PATH}" />`;

/** Returns an HTML document with the header of all pages, and the markup as its body. */
export function renderPage(
  title: string,
  body: Html,
  { locale = 'en', home = '/', above, tools = html``, width, style = STYLE_LINK }: PageOptions = {},
): string {
  return renderDocument({
    locale,
    title,
    head: style,
    body: html`<header class="page-header">
        <div class="page-header-inner">
          <div class="brand">
            <p>${above ?? html`<a href="${home}">${PLATFORM_NAME}</a>`}</p>
            <h1>${title}</h1>
          </div>
          <div class="tools">${tools}</div>
        </div>
      </header>
      <main class="${width ?? ''}">${body}</main>`,
  });
}
