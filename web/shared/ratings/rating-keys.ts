/** Query keys of ratings. Not in query-keys.ts, which the search page downloads. */
export const ratingKeys = {
  all: () => ['ratings'] as const,
  ofBooking: (bookingId: string) => ['ratings', 'booking', bookingId] as const,
  waiting: () => ['ratings', 'waiting'] as const,
  ofPerson: (userId: string, page: number) => ['ratings', 'of', userId, page] as const,
  cases: (tab: string, page: number) => ['rating-cases', tab, page] as const,
}

/** Anchor on the booking page to which messages about ratings link. */
export const RATING_ANCHOR = 'calificacion'
