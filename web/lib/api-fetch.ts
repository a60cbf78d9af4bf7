/**
 * Sends a request to the API. The build of the native app has `web/app/api-fetch.ts` in place of
 * this file.
 */
export const apiFetch: typeof fetch = (address, init) => fetch(address, init)
