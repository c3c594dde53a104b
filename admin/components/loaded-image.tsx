import { FailedFile } from './failed-file';
import { useFile, useObjectUrl, type ReadFiles } from './use-file';
import { useText } from '../text';

interface LoadedImageProps {
  /** Below the console's calls. */
  readonly address: string;
  readonly alt: string;
  /** Files that were read before; each look is logged. */
  readonly known: ReadFiles;
  readonly className: string;
}

/** A picture that only staff may read: a square place while it comes, the reason where it does not. */
export function LoadedImage({ address, alt, known, className }: LoadedImageProps) {
  const t = useText();
  const file = useFile(address, known);
  const source = useObjectUrl(file.state === 'ready' ? file.blob : null);
  if (file.state === 'failed') return <FailedFile {...file} />;
  if (!source)
    return (
      <span
        role="status"
        aria-label={t('console.loading')}
        className="skeleton block aspect-square rounded-md"
      />
    );
  return <img src={source} alt={alt} className={className} />;
}
