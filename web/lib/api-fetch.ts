/** Sends a request to the API. The native app replaces this file by `web/app/api-fetch.ts`. */
export const apiFetch: typeof fetch = (address, init) => fetch(address, init)
