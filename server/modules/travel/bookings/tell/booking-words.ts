// Facts and phrases that the messages about a booking share.
import {
  dayAndTime,
  defineMessage,
  type FareFacts,
  forMode,
  instantFormat,
  pesosFormat,
  plural,
  theTime,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'
import type { MailContent, Message, MessageChannels } from '#server/platform/message.ts'

/** Facts of a booking for its messages. Money is in whole pesos for all its seats. */
export type BookingFacts = FareFacts & {
  /** Address of the booking on this site. */
  path: string
  /** Names of the places where the passenger gets on and off. */
  from: string
  to: string
  /** Time of the pick-up. */
  at: string
  seats: number
  passenger: string
  driver: string
  farePesos: number
  /** Earnings of the driver after commission. */
  earnsPesos: number
  refundedPesos: number
  /**
   * What the guarantee fund pays of another car that was just booked; of a booking that ended, the
   * part of the refund that it got back. Absent for none.
   */
  coverPesos?: number
  chargedPesos: number
  /** Deadline to answer a request; null when no request waits. */
  answerUntil: string | null
  /** Time when the driver is paid after "Ya voy a bordo"; null for other messages. */
  paysAt: string | null
  /** True when boarding was recorded by the passenger, and not by ticket, code or timeout. */
  byOwnWord: boolean
  /** True when the team of Cupo ended the booking; absent in jobs stored before that was told. */
  byTeam?: boolean
  /** True when the driver never accepted it; absent in jobs stored earlier. */
  isRequest?: boolean
  /** True when only time says that the passenger travelled; absent in jobs stored earlier. */
  byTime?: boolean
  /** Whether the seats that were left can be booked again; absent: they can, or none were left. */
  onSale?: boolean | undefined
  /** When the driver registered the passenger; null before. Absent in jobs stored earlier. */
  boardedAt?: string | null
  /** Seats that stay after some were given back; absent for all other messages. */
  left?: number | undefined
  /** Minutes to change cars that moved hours left; absent for all other messages. */
  changeMinutes?: number | undefined
  /** Until when the passenger leaves free what their list bought, and whether one did. */
  listUntil?: string | undefined
  byList?: boolean
  /** The second car of a trip with one change that was booked with this one. */
  next?: { to: string; at: string; driver: string; farePesos: number } | undefined
  /** Why the trip was cancelled, in the words for its passengers. */
  reason?: string | null | undefined
  /** Nearest other trips on sale for the way of a cancelled trip, the nearest first. */
  near?: { path: string; at: string; pesos: number }[]
}

type Words = Pick<MailContent, 'heading' | 'paragraphs'> & {
  /** Subject of the mail; defaults to the heading. */
  subject?: string
  label?: string
  closing?: string | undefined
  /** The decision goes against the reader: the mail leads to a case of support about it. */
  contestable?: true
  money?: [string, string][]
}

const SUBJECT_MAX = 60

/** Makes messages about one booking. All messages have the same facts. */
const bookingMessage =
  (topic: 'travel' | 'trips' | 'money') =>
  (
    name: string,
    channels: MessageChannels,
    words: (data: BookingFacts) => Words,
  ): Message<BookingFacts> =>
    defineMessage(name, topic, {
      channels,
      boardsAt: ({ at }) => at,
      words: (data, site) => layOut(words, data, site),
    })

/** Changes that leave a passenger at the wrong place or hour: by text from the day before. */
export const aboutTravel = bookingMessage('travel')
export const aboutTrip = bookingMessage('trips')
export const aboutMoney = bookingMessage('money')

function layOut(
  words: (data: BookingFacts) => Words,
  given: BookingFacts,
  site: string,
): MailContent {
  const [passenger, driver] = [unlinked(given.passenger), unlinked(given.driver)]
  const data = { ...given, passenger, driver, reason: given.reason && unlinked(given.reason) }
  const { subject, heading, paragraphs, label, closing, money, contestable } = words(data)
  const at = instantFormat.format(new Date(data.at))
  return {
    // Two long place names do not fit in the notification line of a phone.
    subject: subject !== undefined && subject.length < SUBJECT_MAX ? subject : heading,
    heading,
    paragraphs,
    action: { label: label ?? 'Ver la reserva', url: `${site}${data.path}` },
    facts: [
      ['Viaje', `${data.from} → ${data.to}`],
      ['Sube', at],
      ['Cupos', String(data.seats)],
      ...(money ?? []),
    ],
    closing: closing === undefined ? [] : [closing],
    ...(data.near && { options: data.near.map((trip) => nearOption(trip, data, site)) }),
    ...(contestable && { help: { title: '¿No estás de acuerdo?', path: data.path } }),
  }
}

type Near = NonNullable<BookingFacts['near']>[number]

/** Departure and price of another trip as "vie, 20 de nov, 8:00 a. m., $ 62.000". */
export const nearWords = ({ at, pesos }: Near) =>
  `${instantFormat.format(new Date(at))}, ${pesosFormat.format(pesos)}`

const nearOption = (trip: Near, data: BookingFacts, site: string) => {
  const button = { label: 'Ver el viaje', url: `${site}${trip.path}` }
  return { title: nearWords(trip), detail: way(data), ...button }
}

/** Says that the passenger, or Cupo, cancelled a booking or a request. */
export function whatEnded({ byTeam, isRequest }: BookingFacts): string {
  if (byTeam) return 'Cupo canceló tu reserva'
  return isRequest ? 'Cancelaste tu solicitud' : 'Cancelaste tu reserva'
}

/** The part of the trip as "from → to". */
export const way = (data: BookingFacts) => `${data.from} → ${data.to}`
/** Number of seats, as text. */
export const cupos = ({ seats }: BookingFacts) => plural(seats, 'cupo', 'cupos')
/** What a passenger cancelled, for the driver: the seats, or a request. */
export const whatLeft = (data: BookingFacts) => (data.isRequest ? 'una solicitud' : cupos(data))
/** Says how many seats stay after some were given back, and for when. */
export const staying = ({ at, left = 0 }: BookingFacts) =>
  `Para ${dayAndTime(at)} ${left === 1 ? 'queda 1 cupo' : `quedan ${left} cupos`} en la reserva.`
/** Who is paid for a passenger who boarded, for the passenger. */
export const paidBy = (data: BookingFacts) =>
  data.byWallet
    ? `${data.driver} recibe ${fare(data)} de tu saldo.`
    : `Acuerda con ${data.driver} el pago de ${fare(data)}.`
/** How the fare reached the driver, and that a commission above zero was taken of it. */
export function received(data: BookingFacts): string {
  const isFree = data.earnsPesos === data.farePesos
  if (data.byWallet) {
    return `Ya está en tu billetera${isFree ? '' : ', con la comisión descontada'}.`
  }
  const paid = data.byTime
    ? `Nadie dijo lo contrario. Era pago directo de ${fare(data)}`
    : `Te paga ${fare(data)} directamente`
  return `${paid}${isFree ? '' : '; la comisión sale de tu billetera'}.`
}
/** Words for one seat, or for several. */
export const perSeats = ({ seats }: Pick<BookingFacts, 'seats'>, one: string, several: string) =>
  seats === 1 ? one : several
/** Says that the booking's seats are free, and on sale again where sales go on. */
export const backOnSale = (
  { seats, onSale = true }: Pick<BookingFacts, 'seats' | 'onSale'>,
  whose: 'Tu' | 'Su',
) =>
  onSale
    ? perSeats(
        { seats },
        `${whose} cupo vuelve a estar a la venta.`,
        `${whose}s cupos vuelven a estar a la venta.`,
      )
    : perSeats({ seats }, `${whose} cupo queda libre.`, `${whose}s cupos quedan libres.`)
/** Where the money of a booking can be read; nothing where Cupo moved none for the passenger. */
export const inMovements = (data: BookingFacts) =>
  forMode(data, { billetera: 'En tus movimientos queda el detalle.', directo: undefined })
/** Time of day, such as in "A las 8:00"; empty without a time. */
export const hour = (at: string | null) => (at === null ? '' : theTime(at))
/** Day and time after "hasta"; empty without a time. */
export const until = (at: string | null) => (at === null ? '' : dayAndTime(at))

/** Fare of all seats, as text. */
export const fare = ({ farePesos }: BookingFacts) => pesosFormat.format(farePesos)
/** Part of the fare that the passenger was charged, as text. */
export const charged = ({ chargedPesos }: BookingFacts) => pesosFormat.format(chargedPesos)

/** Says that seats are booked, of both cars of a trip with one change. */
export const confirmed = ({ seats, next }: Pick<BookingFacts, 'seats' | 'next'>, of = '') =>
  next
    ? `Tus dos carros${of} están confirmados`
    : perSeats(
        { seats },
        `Tu cupo${of} está confirmado`,
        `Tus ${seats} cupos${of} están confirmados`,
      )

/** Who drives the passenger, and that each car has its ticket. */
export const drivers = ({ driver, to, next }: BookingFacts) =>
  next
    ? `${driver} te lleva a ${to} y ${unlinked(next.driver)} te lleva a ${next.to}. Muestra el ` +
      'tiquete de cada carro al subir: también abre sin conexión.'
    : `${driver} te lleva. Muestra tu tiquete al subir: también abre sin conexión.`

/** Says that seats are booked, and whether a list bought them. */
export const bought = ({ listUntil, next, seats }: BookingFacts) => {
  if (!listUntil) return confirmed({ seats, next })
  return `Tu lista te compró ${next ? 'dos carros' : seats === 1 ? 'un cupo' : `${seats} cupos`}`
}
/** The fare, for the passenger; of both cars when they were booked together. */
export const fareFact = ({ next, coverPesos = 0, ...data }: BookingFacts): [string, string][] => [
  ...(next ? [['Cambias de carro', secondCar(data.to, next)] as [string, string]] : []),
  [
    data.byWallet ? 'Apartado de tu saldo' : 'Le pagas al conductor',
    pesosFormat.format(data.farePesos + (next?.farePesos ?? 0)),
  ],
  ...(coverPesos > 0
    ? [['El fondo pone', pesosFormat.format(coverPesos)] as [string, string]]
    : []),
  ...(data.listUntil
    ? [['Lo pidió tu lista', `cancelas gratis hasta ${until(data.listUntil)}`] as [string, string]]
    : []),
]
const secondCar = (from: string, { to, at, driver }: NonNullable<BookingFacts['next']>) =>
  `${from} → ${to}, ${instantFormat.format(new Date(at))}, con ${unlinked(driver)}`
/** The fare after commission, for the driver. */
export const earnings = (data: BookingFacts): [string, string][] => [
  [data.byWallet ? 'Recibes en tu billetera' : 'Te queda', pesosFormat.format(data.earnsPesos)],
  ...(data.byList ? [['Reserva', 'lo compró la lista'] as [string, string]] : []),
]

/** Sentence about the refund of a booking that ended, for the passenger. */
export function refund(data: BookingFacts): string {
  if (!data.byWallet) return 'Con pago directo no habías pagado nada en Cupo.'
  if (data.chargedPesos === 0) {
    return `Te devolvimos ${pesosFormat.format(data.refundedPesos)} a tu billetera${toFund(data)}.`
  }
  if (data.refundedPesos === 0) {
    return `Por la política de cancelación se cobraron ${charged(data)}.`
  }
  const [back, kept] = [data.refundedPesos, data.chargedPesos].map((pesos) =>
    pesosFormat.format(pesos),
  )
  return `Te devolvimos ${back} a tu billetera${toFund(data)}; ${kept} quedan para el conductor.`
}

const toFund = ({ coverPesos = 0 }: BookingFacts) =>
  coverPesos === 0
    ? ''
    : `, y de ahí volvieron ${pesosFormat.format(coverPesos)} al fondo que los puso`

/** Sentence about the compensation for a late cancellation, for the driver. */
export function compensation(data: BookingFacts): string {
  const onSale = backOnSale(data, 'Tu')
  if (!data.byWallet || data.chargedPesos === 0) return onSale
  const earns = pesosFormat.format(data.earnsPesos)
  return `Por cancelar tarde, recibes ${earns}. ${onSale}`
}
