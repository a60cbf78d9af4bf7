/** Errors of points, rewards and invitations; part of the table in `errors.ts`. */
export const rewardErrors = {
  points_insufficient: [409, 'No tienes puntos suficientes para esta recompensa.'],
  reward_not_found: [404, 'No encontramos esa recompensa.'],
  reward_closed: [409, 'Esta recompensa no está disponible en esta fecha.'],
  reward_sold_out: [409, 'Se acabaron los códigos de esta recompensa.'],
  reward_limit: [409, 'Ya canjeaste esta recompensa las veces que se puede.'],
  reward_gold_only: [403, 'Esta recompensa es para personas con tarjeta Gold.'],
  reward_dates: [422, 'La fecha final debe ser igual o posterior a la inicial.'],
  reward_codes_invalid: [
    422,
    'Cada código tiene de 3 a 60 letras, números o guiones; máximo 2.000.',
  ],
  reward_review_not_found: [404, 'No encontramos esa revisión.'],
  reward_review_resolved: [409, 'Otra persona ya decidió esta revisión.'],
  referral_code_unknown: [404, 'Ese código de invitación no existe. Revísalo con quien te invitó.'],
  referral_self: [409, 'Ese código es tuyo: no puedes invitarte.'],
  referral_late: [409, 'El código de invitación solo sirve para cuentas nuevas y sin viajes.'],
  referral_claimed: [409, 'Ya registraste la invitación de otra persona.'],
} as const satisfies Record<string, readonly [number, string]>
