/** Errors about actions of the team on a person, trip, booking or top-up; part of `errors.ts`. */
export const deskActionErrors = {
  desk_nobody_to_tell: 'Nadie recibiría este mensaje: no hay pasajeros con reserva.',
  desk_nothing_to_send: 'Por ahora no hay nada que reenviar aquí.',
  trip_told_lately: 'A este viaje ya se le escribió hace menos de 5 minutos. Mira qué se les dijo.',
  trip_pause_unchanged: 'El viaje ya no está como lo viste. Vuelve a abrirlo.',
  credit_over_ceiling: 'Ese crédito pasa el tope del mes para esta persona.',
  refund_over_payment: 'Pasa lo que queda por devolver de esta recarga.',
  refund_wallet_short: 'La billetera no tiene libre ese valor: la devolución no se puede apartar.',
  refund_returned: 'La pasarela ya devolvió esta recarga: firma la devolución, no la rechaces.',
  refund_reference_used: 'Esa referencia de la pasarela ya está en otra devolución.',
  refund_takes_two:
    'Una devolución anotada no la retira una sola persona: dos deben decir, con prueba, que la ' +
    'pasarela no pagó.',
  refund_unpaid_own: 'Tú dijiste que la pasarela no pagó: tiene que confirmarlo otra persona.',
  fund_short: 'El fondo de garantía no alcanza para esto: espera hasta que alcance.',
  money_act_pending: 'Ya hay una propuesta abierta para esto. Primero decidan esa.',
  money_act_over: 'Esa propuesta ya se decidió.',
  money_act_own: 'Tú la propusiste: tiene que firmarla otra persona.',
} as const
