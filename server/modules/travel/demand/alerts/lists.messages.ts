import {
  channels,
  dayAndTime,
  defineMessage,
  instantFormat,
  type NoFacts,
  pesosFormat,
} from '#server/modules/foundation/notifications/index.ts'

/** Seats on a part of a trip; `id` of the booking, or of the alert. Pesos of all seats. */
export type ListPart = {
  id: string
  from: string
  to: string
  at: string
  seats: number
  farePesos: number
}

const way = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`

const factsOf = (data: ListPart, money: string): [string, string][] => [
  ['Viaje', way(data)],
  ['Sube', instantFormat.format(new Date(data.at))],
  ['Cupos', String(data.seats)],
  [money, pesosFormat.format(data.farePesos)],
]

/** A list asked a driver for seats; `until`: withdrawing costs nothing in any case. */
export const listAsked = defineMessage<ListPart & { until: string | null }>({
  name: 'list_asked',
  topic: 'trips',
  channels: channels.duty,
  boardsAt: ({ at }) => at,
  words: (data, site) => ({
    heading: 'Tu lista pidió un cupo',
    subject: `Tu lista pidió un cupo ${way(data)}`,
    paragraphs: [
      'El conductor responde cada solicitud. Si no te acepta, vuelve toda tu plata y tu lista ' +
        'sigue en el mismo puesto. Mientras no responda, puedes retirarla gratis.',
    ],
    action: { label: 'Ver la solicitud', url: `${site}/bookings/${data.id}` },
    facts: factsOf(data, 'Apartado de tu saldo'),
    closing: [],
  }),
})

/** It was the turn of a list, and its person's money was short. At most once a day. */
export const listPassedOver = defineMessage<ListPart & { missingPesos: number }>({
  name: 'list_passed_over',
  topic: 'alerts',
  channels: channels.everywhere,
  boardsAt: ({ at }) => at,
  words: (data, site) => {
    const missing = pesosFormat.format(data.missingPesos)
    return {
      heading: `Hubo un cupo y te faltaban ${missing}`,
      paragraphs: [
        `Le tocaba a tu lista, pero tu saldo no alcanzaba. Sigues en el mismo puesto: recarga ` +
          `${missing} o más para el próximo.`,
      ],
      action: { label: 'Recargar', url: `${site}/wallet` },
      facts: factsOf(data, 'Costaba'),
      closing: [],
    }
  },
})

/** A list ended without buying; `seatAt`: its person has a seat on the same way. */
export const listEnded = defineMessage<{ from: string; to: string; seatAt: string | null }>({
  name: 'list_ended',
  topic: 'alerts',
  channels: channels.everywhere,
  words: ({ seatAt, ...data }, site) => ({
    heading: seatAt ? 'Apagamos tu lista: ya tienes cupo' : 'Tu lista terminó sin cupo',
    paragraphs: [
      seatAt
        ? `Reservaste ese camino para ${dayAndTime(seatAt)}. La lista no compra nada más.`
        : 'Pasaron los días que pediste y ningún cupo cumplió con todo. No te cobramos nada.',
    ],
    action: { label: 'Ver mis listas', url: `${site}/alerts` },
    facts: [['Lista', way(data)]],
    closing: [],
  }),
})

/** The lists of a person stopped for good. */
export const listBarred = defineMessage<NoFacts>({
  name: 'list_barred',
  topic: 'account',
  channels: channels.duty,
  words: (_data, site) => ({
    heading: 'Apagamos tus listas de compra',
    paragraphs: ['Tu cuenta ya no puede reservar, así que no compramos cupos por ti.'],
    action: { label: 'Ver mi cuenta', url: `${site}/conducta` },
    facts: [],
    closing: [],
  }),
})
