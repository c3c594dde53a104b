import type { DocumentFailure } from '#app/clinic/document-action.server';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';

/** Which files of a whole form were not taken, and why; the others were. */
export function DocumentFailures({ failures }: { failures: readonly DocumentFailure[] }) {
  const t = useText();
  if (failures.length === 0) return null;
  return (
    <Banner tone="danger" title={t('clinic.documents.not_added')} className="mb-6">
      <ul className="mt-1 space-y-1">
        {failures.map(({ kind, name, words }, index) => (
          <li key={index} className="break-words">
            {kind ? <>{t(`clinic.document.kind.${kind}`)}: </> : null}
            {name ? <span className="font-semibold">{name}</span> : null} {words}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
