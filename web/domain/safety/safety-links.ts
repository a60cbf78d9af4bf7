/**
 * Links to the safety screens, in a separate file because every screen, including the search,
 * downloads `paths`.
 */
export const safetyLinks = {
  /** A shared trip. The secret is in the fragment, which browsers do not send to servers. */
  follow: (token: string) => `/seguir#${token}`,
}
