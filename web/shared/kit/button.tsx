import type { ComponentProps } from 'preact';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'class'> {
  /** `plain` looks like the text around it, `square` has only an icon. */
  readonly variant?: 'quiet' | 'primary' | 'danger' | 'plain' | 'square';
  readonly class?: string;
}

/** A button that submits no form unless its type says so. A button with only an icon needs an `aria-label`. */
export function Button({ variant = 'quiet', class: ownClass = '', ...props }: ButtonProps) {
  return <button type="button" class={`${variant} ${ownClass}`} {...props} />;
}
