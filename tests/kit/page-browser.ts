import { expect } from 'vitest';
import type { TestServer } from './http';

/** A browser without script: follows forms, keeps cookies. */
export class PageBrowser {
  readonly cookies = new Map<string, string>();
  location: string | null = null;
  html = '';
  constructor(private readonly server: TestServer) {}

  private async load(path: string, init: RequestInit): Promise<number> {
    const headers = new Headers(init.headers);
    headers.set('Origin', this.server.url);
    headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await this.server.request(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    this.location = response.headers.get('Location');
    this.html = await response.text();
    expect(response.headers.get('Cache-Control')).toContain('no-store');
    return response.status;
  }

  get = (path: string) => this.load(path, {});
  post = (path: string, fields: Record<string, string>) =>
    this.load(path, { method: 'POST', body: new URLSearchParams(fields) });

  /** What a person reads. */
  get words(): string {
    return this.html
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#x27;|&#39;/g, "'")
      .replace(/\s+/g, ' ');
  }
}
