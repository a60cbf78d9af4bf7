import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import {
  channels,
  defineMessage,
  type FareFacts,
  instantFormat,
  pesosFormat,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'

export type TripAlert = {
  /** Names of the places, not codes. */
  from: string
  to: string
  trips: {
    path: string
    departsAt: string
    price: number
    driver: string
    freed?: boolean
    /** Whom alone the trip takes. */
    audience?: 'women' | 'verified' | null
  }[]
  /** Number of matching trips that are not named here; `morePath` leads to them. */
  more: number
  morePath: string
  /** Token that unsubscribes from this alert. */
  token: string
}

/** Trips published since the last message of an alert, and full trips that have a seat again. */
export const tripAlert = defineMessage('trip_alert', 'alerts', {
  channels: channels.everywhere,
  path: '/alerts',
  mailbox: { kind: 'alerts', perHour: 30, perDay: 60 },
  words: (data: TripAlert, site) => {
    const { from, to, trips, more, token } = data
    const way = `de ${from} a ${to}`
    const count = trips.length + more
    return {
      ...titleOf(data, way, count),
      options: [
        ...trips.map(({ path, departsAt, price, driver, freed, audience }) => ({
          title: instantFormat.format(new Date(departsAt)),
          detail:
            (freed ? 'Se liberó un cupo. ' : '') +
            (audience ? `Solo ${taken[audience]}. ` : '') +
            `${pesosFormat.format(price)} por cupo, con ${unlinked(driver)}`,
          label: 'Ver el viaje',
          url: `${site}${path}`,
        })),
        ...(more > 0 ? [others(more, `${site}${data.morePath}`)] : []),
      ],
      closing: ['Recibes este correo porque creaste una alerta para ese camino.'],
      unsubscribe: {
        page: `${site}/alerts?token=${token}`,
        oneClick: `${site}/api/alerts/unsubscribe/${token}`,
      },
    }
  },
})

/** Whom a trip takes, after "solo". */
const taken = { women: 'mujeres', verified: 'personas verificadas' } as const

function titleOf({ trips }: TripAlert, way: string, count: number) {
  const hurry = 'Los cupos no se guardan: reserva el tuyo.'
  const audience = count === 1 && trips[0]?.audience
  const only = audience ? [`Es un viaje solo para ${taken[audience]}.`] : []
  if (count > 1) {
    return {
      subject: `${count} viajes ${way}`,
      heading: `Hay ${count} viajes ${way}`,
      paragraphs: [`Hay viajes como el que buscas. ${hurry}`],
    }
  }
  if (trips[0]?.freed) {
    return {
      heading: `Se liberó un cupo ${way}`,
      paragraphs: [`Un viaje como el que buscas estaba lleno y ya no. ${hurry}`, ...only],
    }
  }
  return {
    subject: `Viaje ${way}`,
    heading: `Hay un viaje ${way}`,
    paragraphs: [`Alguien publicó un viaje como el que buscas. ${hurry}`, ...only],
  }
}

function others(more: number, url: string) {
  return {
    title: more === 1 ? 'Y otro viaje más' : `Y otros ${more} viajes`,
    detail: 'Los encuentras buscando ese camino.',
    label: 'Buscar los demás',
    url,
  }
}

/** Seats on a part of a trip; `id` of the booking, or of the alert. Pesos of all seats. */
type ListPart = FareFacts & {
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

const asked = ({ seats }: ListPart) => (seats === 1 ? 'un cupo' : `${seats} cupos`)

/** A list asked a driver for seats. */
export const listAsked = defineMessage<ListPart>('list_asked', 'trips', {
  channels: channels.duty,
  boardsAt: ({ at }) => at,
  words: (data, site) => ({
    heading: `Tu lista pidió ${asked(data)}`,
    subject: `Tu lista pidió ${asked(data)} ${way(data)}`,
    paragraphs: [
      'El conductor responde cada solicitud. Si no te acepta, vuelve toda tu plata y tu lista ' +
        'sigue en el mismo puesto. Mientras no responda, puedes retirarla gratis.',
    ],
    action: { label: 'Ver la solicitud', url: `${site}/bookings/${data.id}` },
    facts: factsOf(data, 'Apartado de tu saldo'),
  }),
})

/** It was the turn of a list, and its person's money was short. At most once a day. */
export const listPassedOver = defineMessage<ListPart & { missingPesos: number }>(
  'list_passed_over',
  'alerts',
  {
    channels: channels.everywhere,
    boardsAt: ({ at }) => at,
    words: (data, site) => {
      const missing = pesosFormat.format(data.missingPesos)
      const amount = Math.max(TOPUP_MIN_PESOS, data.missingPesos)
      return {
        heading: `Hubo ${asked(data)} y te faltaban ${missing}`,
        paragraphs: [
          `Le tocaba a tu lista, pero tu saldo no alcanzaba. Sigues en el mismo puesto: recarga ` +
            `${missing} o más para el próximo.`,
        ],
        action: {
          label: `Recargar ${pesosFormat.format(amount)}`,
          url: `${site}/wallet?amount=${amount}`,
        },
        facts: factsOf(data, 'Costaba'),
      }
    },
  },
)

/** What a list waits for and its person can give. */
export type Lacks = 'identity' | 'email' | 'profile' | 'debt'

const lacking: Record<Lacks, { heading: string; told: string; label: string; page: string }> = {
  identity: {
    heading: 'Tu lista espera tu identidad verificada',
    told:
      'pide carros que solo llevan a personas verificadas, y tu identidad no lo está ahora. ' +
      'Envía tu documento; si ya lo enviaste, lo estamos revisando.',
    label: 'Ver mis documentos',
    page: '/documents',
  },
  email: {
    heading: 'Tu lista espera que confirmes tu correo',
    told: 'para reservar necesitas confirmar tu correo.',
    label: 'Confirmar mi correo',
    page: '/profile/correo',
  },
  profile: {
    heading: 'Tu lista espera tus datos',
    told: 'para reservar te falta completar tu nombre o confirmar tu celular.',
    label: 'Completar mis datos',
    page: '/profile/datos',
  },
  debt: {
    heading: 'Tu lista espera que pagues lo pendiente',
    told: 'tienes un saldo pendiente. Recarga tu billetera para que vuelva a comprar.',
    label: 'Ver mi billetera',
    page: '/wallet',
  },
}

/** It was the turn of a list, and its person must give something first. Once for each reason. */
export const listWaits = defineMessage<ListPart & { lacks: Lacks }>('list_waits', 'alerts', {
  channels: channels.everywhere,
  boardsAt: ({ at }) => at,
  words: (data, site) => {
    const { heading, told, label, page } = lacking[data.lacks]
    return {
      heading,
      paragraphs: [`Le tocaba a tu lista, pero ${told} Sigues en el mismo puesto.`],
      action: { label, url: `${site}${page}` },
      facts: factsOf(data, 'Costaba'),
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
    told: 'Pasaron los días que pediste y ningún cupo cumplió con todo.',
  },
  barred: {
    heading: 'Apagamos tu lista de compra',
    told: 'Tu cuenta ya no puede reservar, así que no compramos cupos por ti.',
  },
}

type ListEnd = { from: string; to: string; why: Why }

export const listEnded = defineMessage<ListEnd>('list_ended', 'alerts', {
  channels: channels.everywhere,
  words: ({ why, ...data }, site) => ({
    heading: whys[why].heading,
    paragraphs: [whys[why].told],
    action: { label: 'Ver mis listas', url: `${site}/alerts` },
    facts: [['Lista', way(data)]],
  }),
})
