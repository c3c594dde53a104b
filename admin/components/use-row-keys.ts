import { useRef } from 'react';
import { useText } from '../text';
import { useShortcuts } from './shortcuts';

/** `j` and `k` go through the rows of a list; `o` and Enter open the one that has the focus. */
export function useRowKeys(opens: boolean) {
  const t = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const step = (by: 1 | -1) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('.row-link') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[at === -1 && by === -1 ? links.length - 1 : at + by];
    next?.focus();
  };
  const open = () => {
    const row = document.activeElement;
    if (row instanceof HTMLElement && body.current?.contains(row)) row.click();
  };
  useShortcuts(
    opens
      ? [
          { key: 'j', label: t('console.keys.next_row'), repeats: true, run: () => step(1) },
          { key: 'k', label: t('console.keys.previous_row'), repeats: true, run: () => step(-1) },
          { key: 'o', label: t('console.keys.open_row'), run: open },
        ]
      : [],
  );
  return body;
}
