import { ShieldAlert } from 'lucide-react';
import type { DocumentRecord } from '#contracts/clinic-onboarding';
import { hasText, useText, type Text } from '../text';

/** What is known against a file: its virus scan, and what its content check found. */
export function DocumentWarnings({ document }: { document: DocumentRecord }) {
  const t = useText();
  const said = warningsOf(t, document);
  if (said.length === 0) return null;
  const bad = document.scan === 'infected';
  return (
    <div
      role="note"
      className={`flex gap-3 rounded-md p-3 ${bad ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn'}`}
    >
      <ShieldAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <ul className="grid gap-1">
        {said.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

function warningsOf(t: Text, { scan, warnings }: DocumentRecord): string[] {
  const ofScan = scan === 'clean' ? [] : [t(`console.documents.scan_warning.${scan}`)];
  const found = warnings.map((name) => {
    const key = `console.documents.warning.${name}`;
    return hasText(key) ? t(key) : t('console.documents.warning.other', { name });
  });
  return [...ofScan, ...found];
}
