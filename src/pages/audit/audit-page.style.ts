/** The colours and shapes of the dashboard, for a page without an application. */
export const AUDIT_PAGE_STYLE = `:root { color-scheme: light; --page: #f3f5f4; --surface: #fff; --ink: #17211d; --muted: #55625c;
  --line: #e1e6e3; --line-strong: #8a968f; --accent: #0b5f46; --top: #0b3d2e; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --page: #101614; --surface: #19211e;
  --ink: #e8eeeb; --muted: #a3b1aa; --line: #2d3833; --line-strong: #74837b; --accent: #6fd3ae; --top: #0a2b21; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto,
  'Noto Sans', 'Noto Sans Arabic', sans-serif; }
header { background: var(--top); color: #fff; padding: 1rem 1.5rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; }
header h1 { margin: 0; flex: 1 0 auto; font-size: 1.25rem; font-weight: 650; }
header a { color: #b9d8cb; }
header :focus-visible { outline-color: #fff; }
main { max-inline-size: 90rem; margin-inline: auto; padding: 1rem 1.5rem 3rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
form, .card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; margin-block-end: 1rem; }
label { display: grid; gap: .2rem; font-size: .875rem; color: var(--muted); }
input, button { font: inherit; color: var(--ink); min-block-size: 2.5rem; border: 1px solid var(--line-strong);
  border-radius: 6px; padding: .35rem .6rem; background: var(--surface); inline-size: 100%; }
button { background: var(--accent); color: var(--surface); border-color: var(--accent); padding-inline: 1.25rem;
  inline-size: auto; cursor: pointer; }
.table-scroll { overflow: auto; padding: 0; }
table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9375rem; }
th, td { padding: .5rem .75rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
thead th { color: var(--muted); font-weight: 600; }
tbody tr:last-child > * { border-block-end: 0; }
td.time { white-space: nowrap; }
small, code { color: var(--muted); font-size: .8125rem; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; display: block; }
nav { margin-block-start: 1rem; display: flex; gap: 1rem; }
@media print { form, nav { display: none; } }
`;
