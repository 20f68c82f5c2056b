import { directionOf } from '../../../src/shared/locale';
import { element } from '../../shared/element';
import type { Context } from '../context';
import { numbersFor } from '../emergency-numbers';
import { callOf } from '../reply-text';
import { countryChoice } from './country-choice';

const NAMED = / \((.+)\)$/;

let choices = 0;

/** Where an advice names nobody to call: a choice of the country, and the numbers of the one that was chosen. */
export class EmergencyCalls {
  readonly node: HTMLElement;
  private readonly numbers = element('p', { className: 'numbers' });
  private advice = '';

  constructor(private readonly context: Context) {
    const { locale, chosenCountry } = context;
    this.node = element(
      'div',
      // It stands in a reply, which may be in another language than the page.
      { className: 'calls', lang: locale, dir: directionOf(locale) },
      countryChoice(context, `calls-country-${(choices += 1)}`, 'emergency.country'),
      this.numbers,
    );
    chosenCountry.watch(() => {
      this.draw();
      if (this.node.isConnected) context.announce(this.numbers.textContent);
    });
    this.node.addEventListener('change', () => {
      this.node.scrollIntoView({ block: 'nearest' });
    });
    this.draw();
  }

  /** @param advice that names nobody to call; empty where none of it is known yet */
  show(advice: string): void {
    if (advice === this.advice) return;
    this.advice = advice;
    this.draw();
  }

  private draw(): void {
    const { text, country, chosenCountry } = this.context;
    const { code } = chosenCountry;
    this.numbers.hidden = code === undefined;
    if (code === undefined) {
      this.numbers.replaceChildren();
      return;
    }
    const numbers = numbersFor(this.advice, code);
    const where = { country: country(code) };
    const calls = numbers.flatMap((number) => {
      const [name] = NAMED.exec(number) ?? [];
      return [' ', element('span', {}, callOf(number.replace(NAMED, '')), name)];
    });
    this.numbers.replaceChildren(
      element('span', {}, text(numbers.length === 0 ? 'emergency.noNumber' : 'emergency.call', where)),
      ...calls,
    );
  }
}
