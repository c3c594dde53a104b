import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { TestServer } from './http';

interface ExampleClient {
  clinicApi(to: { url: string; token: string }): {
    newRequests(): Promise<Array<{ _id: string }>>;
    offer(id: string, offer: { cents: number; message: string; key: string }): Promise<string>;
  };
}

const folder = '.cache/example-client';

/**
 * The example of `docs/examples`, compiled beside the types that are made from the running app's OpenAPI document, as a clinic
 * does it. Throws with what the compiler finds.
 */
export async function builtExample(server: TestServer): Promise<ExampleClient> {
  const document = await (await server.request('/api/openapi.json')).text();
  await mkdir(folder, { recursive: true });
  const types = astToString(await openapiTypes(document));
  await writeFile(`${folder}/clinic-api.d.ts`, types);
  const source = `${folder}/clinic-software.ts`;
  await writeFile(source, await readFile('docs/examples/clinic-software.ts'));
  const program = ts.createProgram([source], {
    ...{ strict: true, skipLibCheck: true, noEmitOnError: true, types: [] },
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const { diagnostics } = program.emit();
  const found = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (found.length > 0)
    throw new Error(
      ts.formatDiagnostics(found, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => process.cwd(),
        getNewLine: () => '\n',
      }),
    );
  const built = pathToFileURL(`${folder}/clinic-software.js`).href;
  return (await import(/* @vite-ignore */ built)) as ExampleClient;
}
