import type { CdpSession } from "../browser-link.js";

export interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** Seconds since 1970; -1 for the session. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: "Strict" | "Lax" | "None";
}

export interface NewCookie extends Partial<Omit<Cookie, "name" | "value">> {
  name: string;
  value: string;
  /** Gives domain, path and `secure` where they are missing. */
  url?: string;
}

/** Those that the page, or the named addresses, would be sent; `HttpOnly` ones too. */
export async function cookiesOf(session: CdpSession, urls?: readonly string[]): Promise<Cookie[]> {
  const { cookies } = await session.send<{ cookies: Cookie[] }>("Network.getCookies", urls ? { urls } : {});
  return cookies.map(({ name, value, domain, path, expires, httpOnly, secure, sameSite }) => ({
    ...{ name, value, domain, path, expires, httpOnly, secure },
    ...(sameSite && { sameSite }),
  }));
}

export async function setCookies(session: CdpSession, cookies: readonly NewCookie[]): Promise<void> {
  await session.send("Network.setCookies", { cookies });
}

export async function deleteCookie(
  session: CdpSession,
  name: string,
  where: { url?: string; domain?: string; path?: string },
) {
  await session.send("Network.deleteCookies", { name, ...where });
}
