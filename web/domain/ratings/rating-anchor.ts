/** Where a message about ratings leads on the page of a booking. */
export const RATING_ANCHOR = 'calificacion'
