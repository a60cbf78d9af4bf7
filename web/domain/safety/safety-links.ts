/** Links to safety screens, in a file of their own because every screen downloads `paths`. */
export const safetyLinks = {
  /** A shared trip. The secret is in the fragment, which browsers do not send to servers. */
  follow: (token: string) => `/seguir#${token}`,
}
