/** Anchor on the booking page to which messages about ratings link. */
export const RATING_ANCHOR = 'calificacion'
