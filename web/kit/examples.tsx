import { useSignal } from '@preact/signals';
import { type Locale, directionOf } from '../../src/shared/locale';
import { AFRICAN_COUNTRIES } from '../shared/african-countries';
import { createFormats } from '../shared/i18n/formats';
import { Banner } from '../shared/kit/banner';
import { Button } from '../shared/kit/button';
import { Combobox } from '../shared/kit/combobox';
import { Dialog } from '../shared/kit/dialog';
import { Figure } from '../shared/kit/figure';
import { Icon } from '../shared/kit/icon';
import { Menu } from '../shared/kit/menu';
import { PageHeader } from '../shared/kit/page-header';
import { Field, Select, countryOptions } from '../shared/kit/select';
import { Table } from '../shared/kit/table';
import { createTexts } from '../shared/texts';
import type { Messages } from '../dashboard/i18n/messages/en';

interface ExamplesProps {
  readonly locale: Locale;
  readonly theme: 'light' | 'dark';
  readonly messages: Messages;
}

/** All components in one language and theme, with texts of the dashboard. */
export function Examples({ locale, theme, messages }: ExamplesProps) {
  const text = createTexts(locale, messages);
  const format = createFormats(locale);
  const idOf = (name: string) => `${locale}-${theme}-${name}`;
  /** Distinguishes the landmarks of the two themes. */
  const titleOf = (title: string) => `${title} (${theme})`;
  const country = useSignal<(typeof AFRICAN_COUNTRIES)[number]>('KE');
  const isDialogOpen = useSignal(false);
  const table = {
    columns: [
      { label: text('column.country') },
      { label: text('column.cases'), numeric: true, format: format.number },
    ],
    rows: AFRICAN_COUNTRIES.map((code, index) => [format.country(code), 1234 * (index + 1)]),
  };
  return (
    <section class={`theme ${theme}`} lang={locale} dir={directionOf(locale)} aria-label={titleOf(locale)}>
      <PageHeader
        platform={text('page.platform')}
        title={text('page.title')}
        skip={{ href: `#${idOf('figure')}`, text: text('page.skip') }}
      >
        <Button>{text('page.signOut')}</Button>
      </PageHeader>
      <div class="examples">
        <Banner id={idOf('banner')}>{text('state.offlineNothing')}</Banner>
        <div class="row">
          <Button variant="primary">{text('figure.download')}</Button>
          <Button>{text('page.print')}</Button>
          <Button disabled>{text('selection.next')}</Button>
          <Button variant="danger" onClick={() => void (isDialogOpen.value = true)}>
            <Icon name="bin" />
            {text('page.signOut')}
          </Button>
          <Field label={text('selection.country')}>
            <Select
              id={idOf('country')}
              value={country.value}
              options={countryOptions(AFRICAN_COUNTRIES, format.country, locale)}
              onChange={(code) => void (country.value = code)}
            />
          </Field>
          <Combobox
            id={idOf('search')}
            label={text('trend.search')}
            noneText={text('trend.searchNone')}
            failedText={text('state.failed')}
            search={(words) =>
              Promise.resolve(
                countryOptions(AFRICAN_COUNTRIES, format.country, locale).filter((one) =>
                  one.text.includes(words),
                ),
              )
            }
            onSelect={(code) => {
              country.value = AFRICAN_COUNTRIES.find((one) => one === code) ?? 'KE';
            }}
          />
        </div>
        <Figure
          id={idOf('figure')}
          title={titleOf(text('map.title'))}
          subtitle={format.country(country.value)}
          warning={text('state.asOf', { time: format.dateTime(new Date(0)) })}
          label={text('map.title')}
          picture={
            <Table
              id={idOf('table')}
              title={titleOf(text('map.title'))}
              regionLabel={text('figure.tableOf', { figure: titleOf(text('map.title')) })}
              content={table}
              locale={locale}
              searchLabel={text('figure.search')}
              describeCount={(count) => text('figure.found', { count: format.number(count) }, count)}
            />
          }
          notes={[text('map.absolute')]}
          isBusy={false}
        >
          <Menu
            id={idOf('menu')}
            label={text('figure.download')}
            ariaLabel={titleOf(text('figure.download'))}
          >
            <Button variant="plain">{text('figure.asPng')}</Button>
            <a href="#menu">{text('figure.asCsv')}</a>
          </Menu>
        </Figure>
        <Figure
          id={idOf('empty')}
          title={titleOf(text('trend.title'))}
          message={text('trend.none')}
          isBusy={false}
        />
        <Figure
          id={idOf('failed')}
          title={titleOf(text('alerts.title'))}
          message={text('state.failed')}
          isBusy
        />
      </div>
      <Dialog
        isOpen={isDialogOpen.value}
        aria-label={text('page.signOut')}
        onClose={() => void (isDialogOpen.value = false)}
      >
        <form method="dialog" class="actions">
          <Button type="submit">{text('page.print')}</Button>
        </form>
      </Dialog>
    </section>
  );
}
