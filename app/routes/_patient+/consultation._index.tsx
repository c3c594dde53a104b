import { categories, labelKey, type Category } from '#contracts/consultation';
import { CategoryIllustration } from '#app/components/category-illustration';
import { ChoiceStep } from '#app/wizard/choice-step';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { categoryAction } from '#app/wizard/step-actions.server';
import { useWizardView } from '#app/wizard/client';

export const meta = pageMeta('consultation.category');
export const action = categoryAction;
export { clientAction } from '#app/wizard/client';

export default function CategoryStep() {
  const t = useText();
  const { choices, send } = useWizardView();
  return (
    <ChoiceStep
      step={1}
      name="category"
      legend={t('consultation.category.heading')}
      columns={2}
      chosen={choices.category}
      options={categories.map((value) => ({
        value,
        label: t(labelKey('category', value)),
        icon: <CategoryIllustration category={value} className="size-16" />,
      }))}
      onPick={(value) => send({ type: 'choose-category', category: value as Category })}
    />
  );
}
