import { areasAskedOf, labelKey, type BodyArea } from '#contracts/consultation';
import { BodyAreaIllustration } from '#app/components/body-area-illustration';
import { ChoiceStep } from '#app/wizard/choice-step';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { areaAction } from '#app/wizard/step-actions.server';
import { useWizardView } from '#app/wizard/client';

export const meta = pageMeta('consultation.area');
export const action = areaAction;
export { clientAction } from '#app/wizard/client';

export default function AreaStep() {
  const t = useText();
  const { choices, send } = useWizardView();
  const options: readonly BodyArea[] = choices.category ? areasAskedOf(choices.category) : [];
  return (
    <ChoiceStep
      step={3}
      name="bodyArea"
      legend={t('consultation.area.heading')}
      columns={2}
      chosen={choices.bodyArea}
      options={options.map((value) => ({
        value,
        label: t(labelKey('body-area', value)),
        icon: <BodyAreaIllustration area={value} className="size-16" />,
      }))}
      onPick={(value) => send({ type: 'choose-area', bodyArea: value as BodyArea })}
    />
  );
}
