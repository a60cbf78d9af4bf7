import {
  channels,
  defineMessage,
  instantFormat,
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

/** Why a list ended without buying; `seat`: its person has one on the same way. */
type Why = 'seat' | 'over' | 'barred'

const whys: Record<Why, { heading: string; told: string }> = {
  seat: {
    heading: 'Apagamos tu lista: ya tienes cupo',
    told: 'Reservaste ese camino. La lista no compra nada más.',
  },
  over: {
    heading: 'Tu lista terminó sin cupo',
    told: 'Pasaron los días que pediste y ningún cupo cumplió con todo. No te cobramos nada.',
  },
  barred: {
    heading: 'Apagamos tu lista de compra',
    told: 'Tu cuenta ya no puede reservar, así que no compramos cupos por ti.',
  },
}

export type ListEnd = { from: string; to: string; why: Why }

export const listEnded = defineMessage<ListEnd>({
  name: 'list_ended',
  topic: 'alerts',
  channels: channels.everywhere,
  words: ({ why, ...data }, site) => ({
    heading: whys[why].heading,
    paragraphs: [whys[why].told],
    action: { label: 'Ver mis listas', url: `${site}/alerts` },
    facts: [['Lista', way(data)]],
    closing: [],
  }),
})
