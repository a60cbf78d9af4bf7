/** Errors about single seats of a booking; part of the table in `errors.ts`. */
export const seatsErrors = {
  seats_not_returnable:
    'Así devuelves algunos de tus cupos. Para devolverlos todos, cancela la reserva.',
} as const
