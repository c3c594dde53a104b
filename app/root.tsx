import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Chrome } from './layout/chrome';
import { useScripts } from './layout/use-scripts';
import { ErrorPage, errorTitleKey } from './components/error-page';
import { nobody } from './components/use-viewer';
import { bringTypedAlong, takeTypedAlong } from './forms/language-choice';
import { useNonce } from './http/nonce';
import { pageFrame } from './http/page-frame.server';
import { addressIn } from './i18n/address';
import { localeOf } from './i18n/page-meta';
import { textIn } from './i18n/server';
import { useOwnLanguage } from './i18n/use-own-language';
import { useDigits, useLocale } from './i18n/use-text';
import { useNewerBuild, useWayOn } from './offline/older-build';
import { registerServiceWorker } from './offline/register-worker';
import './styles/app.css';
import visitorScript from './visitor?worker&url';
import { directionOf } from '#platform/base/locale';

export const loader = ({ request, context }: LoaderFunctionArgs) => pageFrame(context, request);

/** Style sheets with the fonts of languages that need some of their own. */
const fonts = import.meta.glob<string>('/languages/*/fonts.css', {
  ...{ query: '?url', import: 'default' },
  eager: true,
});

/** Under `npm run dev`; what hangs on it is in no build. */
const inDevelopment = import.meta.env.MODE === 'development';

/** A step of a request that is being described. */
const questions = /^\/consultation(?!\/summary)/;

/**
 * Who is signed in changes with a form that was taken, never with a link, nor with the answer to a question; without
 * network the frame stays.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  formAction = '',
  actionStatus = 200,
}) =>
  formMethod !== undefined &&
  formMethod !== 'GET' &&
  actionStatus < 400 &&
  !questions.test(formAction);

/** For pages without a title of their own: errors. */
export const meta: MetaFunction = ({ error, matches }) => {
  const text = textIn(localeOf(matches));
  const brand = text('common.brand');
  return [
    {
      title: error ? text('common.page_title', { page: text(errorTitleKey(error)), brand }) : brand,
    },
    { name: 'robots', content: 'noindex' },
  ];
};

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const locale = useLocale();
  const digits = useDigits();
  const scripts = useScripts();
  const ownFonts = fonts[`/languages/${locale}/fonts.css`];
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-digits={digits === 'own' ? digits : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#ffffff" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href={addressIn(locale, '/site.webmanifest')} />
        <Meta />
        <Links />
        {ownFonts ? <link rel="stylesheet" href={ownFonts} /> : null}
      </head>
      <body>
        {children}
        {scripts === 'application' ? <ScrollPlace nonce={nonce} /> : null}
        {scripts === 'application' ? <Scripts nonce={nonce} /> : null}
        {scripts === 'visitor' ? <script type="module" nonce={nonce} src={visitorScript} /> : null}
        {scripts === 'visitor' && inDevelopment ? (
          <script type="module" nonce={nonce} src="/app/dev/reload-visitor.ts" />
        ) : null}
      </body>
    </html>
  );
}

/**
 * Scrolls as the router does, and leaves readers where they are when what they read is loaded again (`useLive`). By itself
 * the router (6.30) takes them back to where they were when that load began:
 * https://github.com/remix-run/react-router/issues/13672, fixed in its version 7 only.
 */
function ScrollPlace({ nonce }: { nonce: string | undefined }) {
  const { key } = useLocation();
  // Whatever the router's state is, this renders when it changes, as what scrolls does.
  useRevalidator();
  const shown = useRef<string | null>(null);
  const top = useRef(0);
  return (
    <>
      <Effect
        run={() => {
          top.current = window.scrollY;
        }}
      />
      <ScrollRestoration nonce={nonce} />
      <Effect
        run={() => {
          const isMoved = shown.current === key && window.scrollY !== top.current;
          if (isMoved) window.scrollTo(0, top.current);
          shown.current = key;
        }}
      />
    </>
  );
}

/** A server has no layout, and React says so for each effect that waits for one. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Effects of neighbours run in their order: one before the router scrolls, one after it. */
function Effect({ run }: { run: () => void }) {
  useBeforePaint(run);
  return null;
}

export default function App() {
  useEffect(registerServiceWorker, []);
  useEffect(takeTypedAlong, []);
  useEffect(bringTypedAlong, []);
  useOwnLanguage();
  useWayOn();
  return (
    <Chrome {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Chrome>
  );
}

/** For a page whose very frame could not be had. */
const bareFrame = {
  viewer: nobody,
  demo: false,
  content: { announcements: [], badges: [], contact: { email: null, phone: null, address: null } },
};

export function ErrorBoundary() {
  const error = useRouteError();
  useNewerBuild();
  const frame = useRouteLoaderData<typeof loader>('root') ?? bareFrame;
  return (
    <Chrome {...frame}>
      <ErrorPage error={error} />
    </Chrome>
  );
}
