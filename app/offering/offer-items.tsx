import { useRef, type RefObject } from 'react';
import { itemStates, type TypedOffer } from '#contracts/offers';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { cx } from '../components/cx';
import { FieldErrors } from '../components/field';
import { useHydrated } from '../components/use-hydrated';

interface OfferItemsProps {
  /** A summary of errors links to ids that begin with that of the form. */
  form: { readonly id: string; readonly allErrors: Readonly<Record<string, string[]>> };
  /** Keys of the template's lines, in their order. */
  lines: readonly string[];
  typed: NonNullable<TypedOffer['items']>;
}

/** What the offer holds, line by line: a line that is left out is shown to the patient as not stated. */
export function OfferItems({ form, lines, typed }: OfferItemsProps) {
  const t = useText();
  const states = itemStates.map((value) => ({ value, label: t(`clinic.offer.item.${value}`) }));
  const box = useRef<HTMLFieldSetElement>(null);
  return (
    <fieldset ref={box}>
      <legend className="font-semibold">{t('clinic.offer.items')}</legend>
      <p className="mb-2 text-sm text-ink-soft">{t('clinic.offer.items_hint')}</p>
      <IncludeAll box={box} />
      <ul className="space-y-3">
        {lines.map((key) => {
          const name = `items.${key}`;
          const id = `${form.id}-${name}`;
          const label = t(`offers.item.${key}`);
          const wrong = [
            ...(form.allErrors[`${name}.price`] ?? []),
            ...(form.allErrors[`${name}.state`] ?? []),
          ];
          return (
            <li key={key} className="text-sm">
              <label htmlFor={`${id}.state`}>{label}</label>
              <div className="group mt-1 grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
                <select
                  id={`${id}.state`}
                  name={`${name}.state`}
                  defaultValue={typed[key]?.state ?? 'not-stated'}
                  className={controlStyle}
                >
                  {states.map(({ value, label: words }) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
                <input
                  id={`${id}.price`}
                  name={`${name}.price`}
                  defaultValue={typed[key]?.price}
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={t('clinic.offer.item_price', { line: label })}
                  placeholder={t('clinic.offer.price')}
                  aria-invalid={wrong.length > 0 ? true : undefined}
                  aria-describedby={wrong.length > 0 ? `${id}-error` : undefined}
                  className={cx(
                    controlStyle,
                    // Only what costs extra has a price of its own.
                    'not-group-has-[option[value=extra]:checked]:invisible',
                  )}
                />
              </div>
              <FieldErrors id={`${id}-error`} errors={wrong} />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** Sets every line to included; without a script each line has its own choice. */
function IncludeAll({ box }: { box: RefObject<HTMLFieldSetElement> }) {
  const t = useText();
  if (!useHydrated()) return null;
  const includeAll = () => {
    const selects = box.current?.querySelectorAll('select') ?? [];
    for (const select of selects) select.value = 'included';
    // What is typed is kept when the form hears of it.
    selects[0]?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <Button type="button" variant="secondary" className="mb-3" onClick={includeAll}>
      {t('clinic.offer.items_all')}
    </Button>
  );
}
