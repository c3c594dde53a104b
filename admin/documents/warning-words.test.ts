import { expect, it } from 'vitest';
import { documentWarnings } from '#platform/files/document-states';
import { hasText, text } from '../text';

it('has words of its own for every warning that a file can bring', () => {
  const words = documentWarnings.map((warning) => {
    const key = `console.documents.warning.${warning}`;
    return hasText(key) ? text(key) : `no words for ${warning}`;
  });
  for (const said of words)
    expect(said).toMatch(/^(This PDF|Parts of this PDF|Another file) .{20,}\.$/);
});
