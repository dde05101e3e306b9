/** Cookies of the ERP (contract/erp.md 5.3 and 7.4). */
export const SESSION_COOKIE = 'erp_session';
export const CREDENTIALS_COOKIE = 'fastapi_auth_partner';

export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=');
    if (key === name) return value.join('=').replace(/^"(.*)"$/, '$1');
  }
  return null;
}

const YEAR_SECONDS = 31_536_000;
const WEEK_SECONDS = 604_800;

export function sessionCookie(value: string, secure: boolean): string {
  return `${SESSION_COOKIE}=${value}; HttpOnly; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=lax${secure ? '; Secure' : ''}`;
}

export function endedSessionCookie(now: number): string {
  return `${SESSION_COOKIE}=""; expires=${new Date(now).toUTCString()}; HttpOnly; Max-Age=0; Path=/; SameSite=lax`;
}

/** Starlette writes the expiry of this cookie as a number, which is not a valid date (quirk `session-id-cookie`). */
export function credentialsCookie(value: string, expires: number, numeric: boolean): string {
  const date = numeric ? (expires / 1000).toFixed(6) : new Date(expires).toUTCString();
  return `${CREDENTIALS_COOKIE}=${value}; expires=${date}; HttpOnly; Path=/; SameSite=strict; Secure`;
}

export const ENDED_CREDENTIALS_COOKIE = `${CREDENTIALS_COOKIE}=""; Max-Age=0; Path=/; SameSite=lax`;

/** Odoo's own cookie, which identifies no customer. */
export function odooCookie(value: string, now: number): string {
  const expires = new Date(now + WEEK_SECONDS * 1000).toUTCString();
  return `session_id=${value}; Expires=${expires}; Max-Age=${WEEK_SECONDS}; HttpOnly; Path=/`;
}
