import {
  channels,
  dayAndTime,
  defineMessage,
  pesosFormat,
  plural,
  theTime,
} from '#server/modules/foundation/notifications/index.ts'

type LostSeats = {
  /** Address where the same way can be booked again. */
  path: string
  from: string
  to: string
  /** Time of the pick-up. */
  at: string
  seats: number
  /** Until when the seats were kept. */
  keptUntil: string
  /** The top-up that arrived, in pesos. */
  pesos: number
}

/** The seats that a person kept are gone, and the top-up for them is in the wallet. */
export const keptSeatsLost = defineMessage<LostSeats>('kept_seats_lost', 'money', {
  channels: channels.duty,
  words: ({ path, from, to, at, seats, keptUntil, pesos }, site) => {
    const kept = seats === 1 ? 'el cupo' : `los ${seats} cupos`
    const amount = pesosFormat.format(pesos)
    return {
      subject: `No quedó reserva: ya no guardamos ${kept}`,
      heading: `Ya no guardamos ${kept}`,
      paragraphs: [
        `Guardamos ${kept} hasta ${theTime(keptUntil)} y no quedó reserva.`,
        `Tu recarga de ${amount} entró a tu billetera.`,
      ],
      action: { label: 'Mirar si hay cupo', url: `${site}${path}` },
      facts: [
        ['Viaje', `${from} → ${to}`],
        ['Salía', dayAndTime(at)],
        ['Cupos', plural(seats, 'cupo', 'cupos')],
        ['Recarga', amount],
      ],
    }
  },
  boardsAt: ({ at }) => at,
})
