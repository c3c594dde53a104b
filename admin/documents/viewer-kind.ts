/** How a file is shown: drawn from a PDF, as a picture, or not at all but saved. */
export type ViewerKind = 'pdf' | 'picture' | 'download';

export function viewerKindOf(contentType: string): ViewerKind {
  if (contentType === 'application/pdf') return 'pdf';
  return ['image/jpeg', 'image/png', 'image/webp'].includes(contentType) ? 'picture' : 'download';
}

const units = ['B', 'KB', 'MB'] as const;

/** `1.2 MB`. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
