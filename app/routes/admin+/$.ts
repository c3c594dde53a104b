import type { LoaderFunctionArgs } from '@remix-run/node';
import { consoleAssets, consoleShell } from '#app/console/shell.server';

/** The staff console at `/admin` and below it; pages of their own there win. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(consoleShell(consoleAssets(context.consoleFolder), context.nonce), {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
