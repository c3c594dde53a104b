import { sourcesChanged } from '../http/vite-sources-changed';

/** Development only: a page of a visitor loads itself anew when a source has changed. */
import.meta.hot?.on(sourcesChanged, () => location.reload());
