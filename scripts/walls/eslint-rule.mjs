import path from 'node:path';
import { breachOf } from './breach.mjs';

/** The import rule as a lint rule: static and dynamic imports, re-exports. @type {import('eslint').Rule.RuleModule} */
export const walls = {
  meta: { type: 'problem', schema: [], messages: { breach: '{{reason}}' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    /** @param {{ source?: any }} node */
    const check = ({ source }) => {
      if (typeof source?.value !== 'string') return;
      const reason = breachOf(file, source.value);
      if (reason) context.report({ node: source, messageId: 'breach', data: { reason } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
