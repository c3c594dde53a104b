/** As much of the package as the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface OidcGrant {
    addOIDCScope(scope: string): void;
    addOIDCClaims(claims: readonly string[]): void;
    save(): Promise<string>;
  }
  interface OidcContext {
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
      readonly provider: Provider;
    };
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: { clientId: string; accountId: string }) => OidcGrant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string },
    ): Promise<void>;
  }
  export type { OidcContext };
}
