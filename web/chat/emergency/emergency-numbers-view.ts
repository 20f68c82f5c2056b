import { directionOf } from '../../../src/shared/locale';
import { element } from '../../shared/element';
import type { Context } from '../context';
import { findEmergencyNumbers } from './emergency-numbers';
import { phoneLink } from '../replies/reply-text';
import { countryField } from '../view/country-field';

/** The name of a service after its number. */
const SERVICE_NAME = / \((.+)\)$/;

/** Makes the ids of the elements unique. */
let viewCount = 0;

/** A country field with the emergency numbers of the country, for advice without numbers. */
export class EmergencyNumbersView {
  readonly node: HTMLElement;
  private readonly numbers = element('p', { className: 'numbers' });
  private advice = '';

  constructor(private readonly context: Context) {
    const { locale, selectedCountry } = context;
    this.node = element(
      'div',
      // The reply around it may be in another language than the page.
      { className: 'calls', lang: locale, dir: directionOf(locale) },
      countryField(context, `calls-country-${(viewCount += 1)}`, 'emergency.country'),
      this.numbers,
    );
    selectedCountry.subscribe(() => {
      this.draw();
      if (this.node.isConnected) context.announce(this.numbers.textContent);
    });
    this.node.addEventListener('change', () => {
      this.node.scrollIntoView({ block: 'nearest' });
    });
    this.draw();
  }

  /** @param advice without numbers; empty if it is not known yet */
  show(advice: string): void {
    if (advice === this.advice) return;
    this.advice = advice;
    this.draw();
  }

  private draw(): void {
    const { text, formatCountry, selectedCountry } = this.context;
    const { code } = selectedCountry;
    this.numbers.hidden = code === undefined;
    if (code === undefined) {
      this.numbers.replaceChildren();
      return;
    }
    const numbers = findEmergencyNumbers(this.advice, code);
    const values = { country: formatCountry(code) };
    const links = numbers.flatMap((number) => {
      const [serviceName] = SERVICE_NAME.exec(number) ?? [];
      return [' ', element('span', {}, phoneLink(number.replace(SERVICE_NAME, '')), serviceName)];
    });
    this.numbers.replaceChildren(
      element('span', {}, text(numbers.length === 0 ? 'emergency.noNumber' : 'emergency.call', values)),
      ...links,
    );
  }
}
