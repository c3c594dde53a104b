import type { ChangeEventHandler, ReactNode } from 'react';
import { cx } from './cx';
import { FieldErrors } from './field';

interface Choice {
  value: string;
  label: string;
  description?: ReactNode;
  icon?: ReactNode;
}

interface ChoiceCardsProps {
  name: string;
  legend: ReactNode;
  options: readonly Choice[];
  type?: 'radio' | 'checkbox';
  /** One value, or several for checkboxes. */
  defaultValue?: string | readonly string[] | null;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  columns?: 1 | 2 | 3;
  /** As chips in lines, for short words: several questions fit on a screen. */
  compact?: boolean;
  hint?: ReactNode;
  errors?: readonly string[];
  /** Hides the legend from view where the page's heading already asks the question. */
  legendHidden?: boolean;
  /** Prefix of the inputs' ids; the first input's id is exactly this, so that an error summary can link to it. */
  id?: string;
}

const grids = { 1: 'grid-cols-1', 2: 'sm:grid-cols-2', 3: 'grid-cols-2 sm:grid-cols-3' };

/**
 * Plain radio buttons or checkboxes whose whole card is the label. The selected card has a thicker edge, a tint
 * and the browser's own mark, so that colour alone never says it.
 */
export function ChoiceCards(props: ChoiceCardsProps) {
  const { name, legend, options, type = 'radio', defaultValue, onChange, hint, errors } = props;
  const id = props.id ?? name;
  const chosen = defaultValue == null ? [] : [defaultValue].flat();
  const about = [errors?.length ? `${id}-error` : null, hint ? `${id}-description` : null];
  const invalid = errors?.length ? true : undefined;
  return (
    // A group of radio buttons can be invalid as a whole; ARIA knows that of checkboxes one by one only.
    <fieldset
      role={type === 'radio' ? 'radiogroup' : undefined}
      aria-invalid={type === 'radio' ? invalid : undefined}
      aria-describedby={about.filter(Boolean).join(' ') || undefined}
    >
      <legend className={props.legendHidden ? 'sr-only' : 'mb-2 font-semibold'}>{legend}</legend>
      {hint ? (
        <p id={`${id}-description`} className="-mt-1 mb-2 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      <div className="@container">
        <div
          className={
            props.compact ? 'flex flex-wrap gap-2' : cx('grid gap-3', grids[props.columns ?? 1])
          }
        >
          {options.map((option, index) => (
            <Card
              key={option.value}
              option={option}
              compact={props.compact}
              input={{
                id: index === 0 ? id : `${id}-${option.value}`,
                type,
                name,
                onChange,
                defaultChecked: chosen.includes(option.value),
                'aria-invalid': type === 'checkbox' ? invalid : undefined,
              }}
            />
          ))}
        </div>
      </div>
      <FieldErrors id={`${id}-error`} errors={errors} />
    </fieldset>
  );
}

interface CardInput {
  id: string;
  type: 'radio' | 'checkbox';
  name: string;
  defaultChecked: boolean;
  'aria-invalid'?: true;
  onChange?: ChangeEventHandler<HTMLInputElement>;
}

interface CardProps {
  option: Choice;
  input: CardInput;
  compact?: boolean;
}

function Card({ option, input, compact }: CardProps) {
  const descriptionId = option.description ? `${input.id}-${option.value}-text` : undefined;
  return (
    <label
      className={cx(
        'relative flex min-w-0 items-center border border-line-strong bg-surface transition-colors duration-150 hover:border-brand',
        compact ? 'min-h-11 flex-row-reverse gap-2 rounded-md px-3 py-1.5' : 'gap-4 rounded-lg p-4',
        'has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-checked:ring-inset',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
      )}
    >
      {option.icon ? (
        // With very large text the words need the room.
        <span className="hidden shrink-0 text-brand @min-[16rem]:block">{option.icon}</span>
      ) : null}
      <span className="min-w-0 grow">
        <span className={compact ? 'block' : 'block font-semibold'}>{option.label}</span>
        {option.description ? (
          <span id={descriptionId} className="block text-sm text-ink-soft">
            {option.description}
          </span>
        ) : null}
      </span>
      <input
        {...input}
        value={option.value}
        aria-label={option.label}
        aria-describedby={descriptionId}
        className="size-5 shrink-0 accent-brand outline-none"
      />
    </label>
  );
}
