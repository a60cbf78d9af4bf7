/** Query keys of support. */
export const supportKeys = {
  mine: () => ['support', 'mine'] as const,
  one: (ticketId: string) => ['support', 'one', ticketId] as const,
  about: (kind: string, ref: string) => ['support', 'about', kind, ref] as const,
  guest: (token: string) => ['support', 'guest', token] as const,
  queue: (query: object) => ['support-desk', 'queue', query] as const,
  desk: (ticketId: string) => ['support-desk', 'one', ticketId] as const,
  colleagues: () => ['support-desk', 'colleagues'] as const,
  macros: () => ['support-desk', 'macros'] as const,
}
