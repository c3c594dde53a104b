import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import {
  figureNames,
  maxAssumptions,
  maxAssumptionText,
  type StatedFigure,
  statedFigures,
  type TypedOffer,
} from '#contracts/offers';
import { useText } from '#app/i18n/use-text';
import { controlStyle } from '../components/control-style';
import { FieldErrors } from '../components/field';
import { TextField } from '../components/text-field';

interface OfferTermsProps {
  /** A summary of errors links to ids that begin with that of the form. */
  form: { readonly id: string; readonly allErrors: Readonly<Record<string, string[]>> };
  fields: Readonly<Record<StatedFigure, FieldMetadata<string | undefined>>>;
  typed: TypedOffer;
}

/** What an offer may state besides: the journey, the guarantee, and what its price rests on. All of it is optional. */
export function OfferTerms({ form, fields, typed }: OfferTermsProps) {
  const t = useText();
  const hasErrors = (name: string) =>
    Object.keys(form.allErrors).some((path) => path.startsWith(name));
  return (
    <>
      <Part
        title={t('clinic.offer.journey')}
        isOpen={figureNames.some((name) => typed[name] || hasErrors(name))}
      >
        <p className="text-sm text-ink-soft">{t('clinic.offer.journey_hint')}</p>
        <div className="grid grid-cols-2 items-end gap-3">
          {figureNames.map((name) => {
            const [least, most] = statedFigures[name];
            return (
              <TextField
                key={name}
                meta={fields[name]}
                label={t(`clinic.offer.figure.${name}`, { least, most })}
                inputMode="numeric"
                autoComplete="off"
              />
            );
          })}
        </div>
      </Part>
      <Part
        title={t('clinic.offer.assumptions')}
        isOpen={(typed.assumptions ?? []).length > 0 || hasErrors('assumptions')}
      >
        <p className="text-sm text-ink-soft">{t('clinic.offer.assumptions_hint')}</p>
        <FieldErrors id={`${form.id}-assumptions-error`} errors={form.allErrors.assumptions} />
        <ol className="space-y-3">
          {Array.from({ length: maxAssumptions }, (_, place) => (
            <AssumptionFields
              key={place}
              {...{ form, place }}
              typed={typed.assumptions?.[place] ?? {}}
            />
          ))}
        </ol>
      </Part>
    </>
  );
}

/** Folded away until something of it is typed: most offers are sent without. */
const Part = (props: { title: string; isOpen: boolean; children: ReactNode }) => (
  <details open={props.isOpen || undefined} className="rounded-md border border-line px-3">
    <summary className="cursor-pointer py-2.5 font-semibold">{props.title}</summary>
    <div className="space-y-3 pb-3">{props.children}</div>
  </details>
);

interface AssumptionFieldsProps extends Pick<OfferTermsProps, 'form'> {
  place: number;
  typed: NonNullable<TypedOffer['assumptions']>[number];
}

/** One thing that the price rests on, and what it costs besides where that does not hold. */
function AssumptionFields({ form, place, typed }: AssumptionFieldsProps) {
  const t = useText();
  const name = `assumptions[${place}]`;
  const id = `${form.id}-${name}`;
  const wrong = ['text', 'surcharge'].flatMap((part) => form.allErrors[`${name}.${part}`] ?? []);
  const aria = {
    'aria-invalid': wrong.length > 0 ? true : undefined,
    'aria-describedby': wrong.length > 0 ? `${id}-error` : undefined,
  } as const;
  return (
    <li>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
        <input
          id={`${id}.text`}
          name={`${name}.text`}
          defaultValue={typed.text}
          maxLength={maxAssumptionText}
          autoComplete="off"
          aria-label={t('clinic.offer.assumption', { number: place + 1 })}
          placeholder={place === 0 ? t('clinic.offer.assumption_example') : undefined}
          className={controlStyle}
          {...aria}
        />
        <input
          id={`${id}.surcharge`}
          name={`${name}.surcharge`}
          defaultValue={typed.surcharge}
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('clinic.offer.surcharge_of', { number: place + 1 })}
          placeholder={t('clinic.offer.surcharge')}
          className={controlStyle}
          {...aria}
        />
      </div>
      <FieldErrors id={`${id}-error`} errors={wrong} />
    </li>
  );
}
