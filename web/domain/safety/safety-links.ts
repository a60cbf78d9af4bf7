/**
 * Links to the screens of safety. Apart from `paths`, which every screen downloads, the search
 * included.
 */
export const safetyLinks = {
  /** A shared trip. The secret stands in the fragment, which browsers send to no server. */
  follow: (token: string) => `/seguir#${token}`,
}
