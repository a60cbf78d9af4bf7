/**
 * What a use case proves of its caller inside its own database call, where a route asks for it
 * (`checkedInCall`): that the session is open and the route's limit is not used up.
 */
export type CallGuard = {
  sessionId: string
  limit: { key: string; max: number; windowSeconds: number } | null
  /** Set by the use case once the database has looked at both, whatever it said. */
  checked: boolean
}
