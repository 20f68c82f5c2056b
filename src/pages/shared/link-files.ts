import { type Html, html } from '../../platform/http/html';
import type { PageFiles } from './web-build';

/** Returns the elements of a head that load the files of a web application. */
export function linkFiles({ styles, scripts, preloads }: PageFiles): Html {
  return html`${styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)}
  ${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
  ${preloads.map((path) => html`<link rel="modulepreload" href="${path}" />`)}`;
}
