import type { Switch } from '#contract/switch-list.ts'

/** Title of each switch, and what happens while it is off. */
export const switchWords: Record<Switch, { title: string; whenOff: string }> = {
  withdrawals: {
    title: 'Retiros',
    whenOff: 'Nadie puede pedir un retiro. Los que ya se pidieron se pagan.',
  },
  top_ups: {
    title: 'Recargas',
    whenOff: 'Nadie puede empezar una recarga. Las que ya se pagan en la pasarela se acreditan.',
  },
  publishing: {
    title: 'Publicar viajes',
    whenOff: 'No se publican viajes, tampoco los que se repiten. Los publicados siguen a la venta.',
  },
  sign_ups: {
    title: 'Cuentas nuevas',
    whenOff: 'Nadie puede crear una cuenta. Quien ya tiene una entra como siempre.',
  },
  ride_requests: {
    title: 'Pedir cupo',
    whenOff: 'Nadie puede publicar que busca cupo. Los pedidos que hay siguen abiertos.',
  },
  questions: {
    title: 'Preguntar antes de reservar',
    whenOff: 'No se abren conversaciones sin reserva. Las que hay siguen.',
  },
  push: {
    title: 'Avisos al teléfono',
    whenOff:
      'No salen avisos push: esperan, y vencen a su hora. La lista de avisos y los correos siguen.',
  },
}
