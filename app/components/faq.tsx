import { ChevronDown } from 'lucide-react';
import type { Block } from '#app/content/blocks';
import { Prose } from './prose';

interface FaqProps {
  items: ReadonlyArray<{ question: string; id: string; answer: Block[] }>;
}

/** Questions that open to their answers: native disclosures, found by the browser's own search where it can. */
export function Faq({ items }: FaqProps) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <details key={item.id} id={item.id} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold hover:text-brand">
            {item.question}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <div className="pb-5">
            <Prose blocks={item.answer} />
          </div>
        </details>
      ))}
    </div>
  );
}
