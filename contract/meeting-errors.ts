/** Errors about meeting points proposed in a conversation; part of the table in `errors.ts`. */
export const meetingErrors = {
  proposal_not_found: [404, 'No encontramos esa propuesta.'],
  proposal_over: 'Esa propuesta ya no está abierta. Mira cómo quedó en la conversación.',
  proposal_own: [403, 'Esa propuesta es tuya: la acepta la otra persona.'],
  meeting_settled: 'Ese punto ya no se cambia aquí: el carro ya llegó, o la reserva cambió.',
} as const
