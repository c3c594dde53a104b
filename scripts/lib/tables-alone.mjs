import { registerHooks } from 'node:module';

// drizzle-kit loads the tables, and with them what their modules share, as CommonJS, which cannot wait for the words of
// the languages. No table depends on them.
const words = '#languages/masking.ts';
const none = new URL('no-words.cjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === words ? { url: none, shortCircuit: true } : next(specifier, context),
});
