import { cx } from './cx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-brand bg-brand text-white hover:border-brand-strong hover:bg-brand-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:border-brand hover:text-brand',
  quiet: 'border-transparent bg-transparent text-brand hover:bg-brand-soft',
  danger: 'border-danger bg-surface text-danger hover:bg-danger hover:text-white',
};

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 py-2',
  lg: 'min-h-13 px-7 py-3 text-lg',
};

const off =
  'data-blocked:cursor-not-allowed data-blocked:border-line data-blocked:bg-line data-blocked:text-ink-soft data-blocked:hover:bg-line data-blocked:hover:text-ink-soft';

/** The look that buttons and links that lead on share. */
export const buttonStyle = (options: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  full?: boolean;
  className?: string;
}): string =>
  cx(
    'relative inline-flex items-center justify-center gap-2 rounded-md border text-center font-semibold no-underline transition-colors duration-150',
    variants[options.variant ?? 'primary'],
    sizes[options.size ?? 'md'],
    off,
    options.full && 'w-full',
    options.className,
  );
