import { useEffect, useRef, useState } from 'react';
import { labelKey } from '#contracts/consultation';
import { statusKey, type LeadDto } from '#contracts/leads';
import { useText } from '#app/i18n/use-text';

/** Says to screen readers, when they are not speaking, which of the shown requests has a new status. */
export function StatusNews({
  leads,
}: {
  leads: ReadonlyArray<Pick<LeadDto, '_id' | 'subTreatment' | 'status'>>;
}) {
  const t = useText();
  const known = useRef(new Map<string, string>());
  const [news, setNews] = useState('');
  useEffect(() => {
    const changed = leads.filter(({ _id, status }) => {
      const before = known.current.get(_id);
      known.current.set(_id, status);
      return before !== undefined && before !== status;
    });
    if (changed.length === 0) return;
    setNews(
      changed
        .map(({ subTreatment, status }) =>
          t('leads.news.status', {
            treatment: t(labelKey('sub-treatment', subTreatment)),
            status: t(statusKey(status)),
          }),
        )
        .join('. '),
    );
  }, [leads, t]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {news}
    </p>
  );
}
