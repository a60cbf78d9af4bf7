/** Errors about single seats of a booking; part of the table in `errors.ts`. */
export const seatsErrors = {
  seats_not_returnable:
    'Así devuelves algunos de tus cupos. Para devolverlos todos, cancela la reserva.',
  name_before_arrival: 'Primero marca «Llegué» en el punto donde sube.',
  name_not_matched: 'Esos datos no son de alguien que falte por subir aquí. Revísalos juntos.',
  name_boarding_closed:
    'En este viaje ya no se puede sin tiquete: queda «Ya voy a bordo» con su celular, o soporte.',
} as const
