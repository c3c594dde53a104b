import { useMemo } from 'react';
import { labelKey } from '#contracts/consultation';
import { Checkbox } from '#app/components/checkbox';
import { useHydrated } from '#app/components/use-hydrated';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import { keptChoice } from './choice';

interface MadeChoiceFieldProps {
  /** The last part of the address of the clinic's page. */
  clinic: string;
  /** The draft says something that the choice would take the place of. */
  begun: boolean;
}

/** Fields of a form: what was chosen on the clinic's own site, and whether the request begins with it. Only scripts know of it. */
export function MadeChoiceField({ clinic, begun }: MadeChoiceFieldProps) {
  const t = useText();
  const { list } = useFormats();
  const isHydrated = useHydrated();
  const made = useMemo(() => (isHydrated ? keptChoice(clinic) : null), [isHydrated, clinic]);
  if (!made) return null;
  const { subTreatment, locations } = made;
  const words = [
    ...(subTreatment ? [t(labelKey('sub-treatment', subTreatment))] : []),
    ...locations.map((city) => t(labelKey('city', city))),
  ];
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <Checkbox
        id="use-choice"
        name="useChoice"
        defaultChecked={!begun}
        aria-describedby={begun ? 'use-choice-hint' : undefined}
        label={t('embed.use_choice', { choice: list(words) })}
      />
      {begun ? (
        <p id="use-choice-hint" className="mt-2 text-ink-soft">
          {t('embed.use_choice_begun')}
        </p>
      ) : null}
      {subTreatment ? <input type="hidden" name="subTreatment" value={subTreatment} /> : null}
      {locations.map((city) => (
        <input key={city} type="hidden" name="locations" value={city} />
      ))}
    </div>
  );
}
