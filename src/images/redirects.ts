/** Redirects that are followed; each is judged like the first address. */
export const REDIRECTS_MAX = 3;

/** Source: RFC 9110, section 15.4 (read 2026-11-21); 300 and 304 name no one place to go on. */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
