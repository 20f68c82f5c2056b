import type { ComponentChildren } from 'preact';

interface PageHeaderProps {
  readonly platform: string;
  readonly title: string;
  /** The first link of the page, for the keyboard. */
  readonly skip: { readonly href: string; readonly text: string };
  readonly children?: ComponentChildren;
}

/** The header of every page: its title under the link to the start page, and what the page adds. */
export function PageHeader({ platform, title, skip, children }: PageHeaderProps) {
  return (
    <header class="page-header">
      <a class="skip" href={skip.href}>
        {skip.text}
      </a>
      <div class="page-header-inner">
        <div class="brand">
          <p>
            <a href="/">{platform}</a>
          </p>
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </header>
  );
}
