import { useRef, type RefObject } from 'react';
import { itemStates, maxBrand, type TemplateLine, type TypedOffer } from '#contracts/offers';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { cx } from '../components/cx';
import { FieldErrors } from '../components/field';
import { useHydrated } from '../components/use-hydrated';

interface OfferItemsProps {
  /** A summary of errors links to ids that begin with that of the form. */
  form: { readonly id: string; readonly allErrors: Readonly<Record<string, string[]>> };
  /** The template's lines, in their order. */
  lines: readonly OfferLine[];
  typed: TypedItems;
}

/** What a form needs to know of a line. */
export type OfferLine = Pick<TemplateLine, 'key' | 'units' | 'isBranded' | 'isOptional'>;
type TypedItems = NonNullable<TypedOffer['items']>;

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
        {lines.map((line) => {
          const { key } = line;
          const name = `items.${key}`;
          const id = `${form.id}-${name}`;
          const label = t(`offers.item.${key}`);
          const wrong = ['price', 'state', 'quantity', 'unit', 'brand'].flatMap(
            (part) => form.allErrors[`${name}.${part}`] ?? [],
          );
          return (
            <li key={key} className="text-sm">
              <label htmlFor={`${id}.state`}>{label}</label>
              <div className="group mt-1 grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
                <select
                  id={`${id}.state`}
                  name={`${name}.state`}
                  data-optional={line.isOptional}
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
                <Counted line={line} id={id} name={name} label={label} typed={typed[key]} />
              </div>
              <FieldErrors id={`${id}-error`} errors={wrong} />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

interface CountedProps {
  line: OfferLine;
  id: string;
  /** Of the line's fields, without their last part. */
  name: string;
  /** The line in words. */
  label: string;
  typed: TypedItems[string] | undefined;
}

/** How much of a line there is and of which make; of lines that are part of the treatment. */
function Counted({ line: { units = [], isBranded }, id, name, label, typed }: CountedProps) {
  const t = useText();
  const hasBrand = isBranded ?? Boolean(typed?.brand);
  if (units.length === 0 && !hasBrand) return null;
  return (
    <div className="col-span-2 hidden grid-cols-2 gap-2 group-has-[option[value=extra]:checked]:grid group-has-[option[value=included]:checked]:grid">
      {units.length > 0 ? (
        <>
          <input
            id={`${id}.quantity`}
            name={`${name}.quantity`}
            defaultValue={typed?.quantity}
            inputMode="numeric"
            autoComplete="off"
            aria-label={t('clinic.offer.item_quantity', { line: label })}
            placeholder={t('clinic.offer.quantity')}
            className={controlStyle}
          />
          <select
            id={`${id}.unit`}
            name={`${name}.unit`}
            defaultValue={typed?.unit ?? units[0]}
            aria-label={t('clinic.offer.item_unit', { line: label })}
            className={controlStyle}
          >
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {t(`offers.unit.${unit}`)}
              </option>
            ))}
          </select>
        </>
      ) : null}
      {hasBrand ? (
        <input
          id={`${id}.brand`}
          name={`${name}.brand`}
          defaultValue={typed?.brand}
          maxLength={maxBrand}
          autoComplete="off"
          aria-label={t('clinic.offer.item_brand', { line: label })}
          placeholder={t('clinic.offer.brand')}
          className={cx(controlStyle, 'col-span-2')}
        />
      ) : null}
    </div>
  );
}

/** Sets every line to included, but for those that are optional; without a script each line has its own choice. */
function IncludeAll({ box }: { box: RefObject<HTMLFieldSetElement> }) {
  const t = useText();
  if (!useHydrated()) return null;
  const includeAll = () => {
    const selects =
      box.current?.querySelectorAll<HTMLSelectElement>(
        'select[name$=".state"]:not([data-optional])',
      ) ?? [];
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
