import type { ComponentProps } from 'react';
import type { Category, Specialty } from '#contracts/consultation';
import type { Block } from '#app/content/blocks';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { CategoryIllustration } from '../components/category-illustration';
import { Page } from '../components/page';
import { Prose } from '../components/prose';
import { AskForOffers } from './ask-for-offers';
import { MatchingClinics } from './matching-clinics';
import type { PublishedPrice } from './published-prices';
import { TreatmentPrices } from './treatment-prices';

interface TreatmentPageProps {
  category: Category;
  categoryLabel: string;
  slug: string;
  label: string;
  description: string;
  blocks: readonly Block[];
  specialties: readonly Specialty[];
  prices: ComponentProps<typeof TreatmentPrices>['prices'];
  published: PublishedPrice | null;
}

/** Everything that is worth knowing of a treatment before somebody asks for offers. */
export function TreatmentPage(props: TreatmentPageProps) {
  const t = useText();
  const { category, categoryLabel, slug, label, description, blocks, specialties } = props;
  return (
    <Page
      width="wide"
      title={label}
      lead={description}
      back={{ to: `/treatments/${category}`, label: categoryLabel }}
      aside={<CategoryIllustration category={category} className="size-16" />}
    >
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_22rem] *:min-w-0">
        <div>
          <p className="measure mb-6 border-s-4 border-line-strong ps-4 text-ink-soft">
            {t('public.treatments.no_advice')}
          </p>
          <Prose blocks={blocks} />
          <div className="mt-10">
            <TreatmentPrices prices={props.prices} published={props.published} />
          </div>
        </div>
        <div className="space-y-6 lg:sticky lg:top-6">
          <Card as="section" className="space-y-3">
            <h2 className="text-lg">{t('public.treatments.ask_title', { treatment: label })}</h2>
            <p>{t('public.treatments.ask_text')}</p>
            <AskForOffers treatment={slug} full />
          </Card>
          <Card as="section">
            <h2 className="mb-2 text-lg">{t('public.treatments.clinics_title')}</h2>
            <MatchingClinics specialties={specialties} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
