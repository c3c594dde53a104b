/** Where a request begins that asks a clinic, by the last part of the address of its page. */
export const askPath = (slug: string): string =>
  `/consultation/begin?${new URLSearchParams({ clinic: slug }).toString()}`;
