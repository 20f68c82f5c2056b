import { Html, html } from './html';
import { type Locale, directionOf } from '../../shared/locale';

/** Path of the style sheet that all pages share. */
export const STYLE_PATH = '/style.css';

/** The favicon, a bar chart. Inline, because a request for it would be larger. */
export const ICON = new Html(
  `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230b4f3a'/%3E%3Cpath d='M3 9h2v4H3zM7 6h2v7H7zM11 3h2v10h-2z' fill='%23fff'/%3E%3C/svg%3E" />`,
);

/** Returns an HTML document with the markup as its body. */
export function renderPage(title: string, body: Html, locale: Locale = 'en'): string {
  return html`<!doctype html>
    <html lang="${locale}" dir="${directionOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${ICON}
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.markup;
}

export const STYLE = `:root { color-scheme: light dark; --accent: #0b6e4f; --line: #8884; }
body { font: 1rem/1.6 system-ui, sans-serif; margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
a { color: var(--accent); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
dt { opacity: .75; } dd { margin: 0; }
code { font-family: ui-monospace, monospace; font-size: .95em; overflow-wrap: anywhere; }
.button, button { display: inline-block; font: inherit; padding: .5rem 1.1rem; border: 0; border-radius: .4rem;
  background: var(--accent); color: #fff; text-decoration: none; cursor: pointer; }
.panel { border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; }
@media (prefers-color-scheme: dark) { a { color: #63d4ab; } }
`;
