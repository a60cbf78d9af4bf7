/** What a passenger or a driver is told when a booking changes. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat, pesosFormat, unlinked } from './mail-content.ts'

/** A booking in the words of a message. Money in whole pesos for all its seats. */
export type BookingFacts = {
  /** Of the booking on this site. */
  path: string
  /** Names of the places where the passenger gets on and off. */
  from: string
  to: string
  /** When the passenger gets on. */
  at: string
  seats: number
  passenger: string
  driver: string
  /** Whether the fare goes through the wallet; else it is paid by hand. */
  byWallet: boolean
  farePesos: number
  /** After commission. */
  earnsPesos: number
  refundedPesos: number
  chargedPesos: number
  /** Until when a request may be answered; null when nobody waits. */
  answerUntil: string | null
  /** When what the passenger said is paid; null for other messages. */
  paysAt: string | null
  /** Whether the passenger said so; else it was a ticket, a code or time. */
  byOwnWord: boolean
}

/** One template for each thing that is told of a booking, by whom it is for. */
export const bookingTemplates = [
  'booking_confirmed',
  'seat_booked',
  'request_sent',
  'request_received',
  'request_accepted',
  'request_rejected',
  'request_expired',
  'request_missed',
  'segment_changed',
  'passenger_moved',
  'booking_cancelled',
  'passenger_cancelled',
  'driver_cancelled',
  'driver_cancelled_copy',
  'trip_cancelled',
  'aboard_said',
  'aboard_undone',
  'boarded',
  'assumed_aboard',
  'fare_received',
  'no_show_charged',
  'no_show_paid',
] as const

export type BookingTemplate = (typeof bookingTemplates)[number]

export type BookingMail = { template: BookingTemplate; data: BookingFacts }

/** Whether the message is one of these, which all have the same facts. */
export function isBookingMail<T extends { template: string }>(
  mail: T,
): mail is T & { template: BookingTemplate } {
  return (bookingTemplates as readonly string[]).includes(mail.template)
}

type Words = Pick<MailContent, 'heading' | 'paragraphs'> & {
  /** The heading, unless said. */
  subject?: string
  label?: string
  closing?: string
  money?: [string, string][]
}

const SUBJECT_MAX = 60

export function bookingMail(mail: BookingMail, site: string): MailContent {
  const { template } = mail
  const [passenger, driver] = [unlinked(mail.data.passenger), unlinked(mail.data.driver)]
  const data = { ...mail.data, passenger, driver }
  const { subject, heading, paragraphs, label, closing, money } = words[template](data)
  const at = instantFormat.format(new Date(data.at))
  return {
    // Two long names of places do not fit in the line that a telephone shows.
    subject: subject !== undefined && subject.length < SUBJECT_MAX ? subject : heading,
    heading,
    context: `${way(data)} · ${at}`,
    paragraphs,
    action: { label: label ?? 'Ver la reserva', url: `${site}${data.path}` },
    facts: [
      ['Viaje', `${data.from} → ${data.to}`],
      ['Sube', at],
      ['Cupos', String(data.seats)],
      ...(money ?? []),
    ],
    closing: closing === undefined ? [] : [closing],
  }
}

const way = (data: BookingFacts) => `${data.from} → ${data.to}`
const cupos = ({ seats }: BookingFacts) => (seats === 1 ? '1 cupo' : `${seats} cupos`)
const clock = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  hour: 'numeric',
  minute: '2-digit',
})
const hour = (at: string | null) => (at === null ? '' : clock.format(new Date(at)))
const until = (at: string | null) => (at === null ? '' : instantFormat.format(new Date(at)))

const fare = ({ farePesos }: BookingFacts) => pesosFormat.format(farePesos)
const charged = ({ chargedPesos }: BookingFacts) => pesosFormat.format(chargedPesos)

const fareFact = (data: BookingFacts): [string, string][] => [
  [data.byWallet ? 'Apartado de tu saldo' : 'Le pagas al conductor', fare(data)],
]
const earnings = (data: BookingFacts): [string, string][] => [
  [data.byWallet ? 'Recibes en tu billetera' : 'Te queda', pesosFormat.format(data.earnsPesos)],
]

/** What happened to the passenger's money when a booking ended. */
function refund(data: BookingFacts): string {
  if (!data.byWallet) return 'Con pago directo no habías pagado nada en Cupo.'
  if (data.chargedPesos === 0) {
    return `Te devolvimos ${pesosFormat.format(data.refundedPesos)} a tu saldo.`
  }
  if (data.refundedPesos === 0) {
    return `Por la política de cancelación se cobraron ${charged(data)}.`
  }
  const [back, kept] = [data.refundedPesos, data.chargedPesos].map((pesos) =>
    pesosFormat.format(pesos),
  )
  return `Te devolvimos ${back} a tu saldo; ${kept} quedan para el conductor.`
}

/** What a driver makes of a seat whose passenger left late. */
function compensation(data: BookingFacts): string {
  if (!data.byWallet || data.chargedPesos === 0) return 'Tus cupos vuelven a estar a la venta.'
  const earns = pesosFormat.format(data.earnsPesos)
  return `Por cancelar tarde, recibes ${earns}. Tus cupos vuelven a estar a la venta.`
}

const words: Record<BookingTemplate, (data: BookingFacts) => Words> = {
  booking_confirmed: (data) => ({
    heading: 'Tu cupo está confirmado',
    subject: `Tu cupo ${way(data)} está confirmado`,
    paragraphs: [
      `${data.driver} te lleva. Muestra tu tiquete al subir: también abre sin conexión.`,
    ],
    label: 'Ver mi tiquete',
    money: fareFact(data),
    closing: 'Si no puedes viajar, cancela en la reserva lo antes posible.',
  }),
  seat_booked: (data) => ({
    heading: `${data.passenger} reservó ${cupos(data)}`,
    subject: `Vendiste ${cupos(data)} ${way(data)}`,
    paragraphs: [`En tu lista de pasajeros ves dónde sube y dónde baja.`],
    money: earnings(data),
  }),
  request_sent: (data) => ({
    heading: 'Enviamos tu solicitud',
    paragraphs: [
      `${data.driver} tiene hasta ${until(data.answerUntil)} para responder.`,
      data.byWallet
        ? `Apartamos ${fare(data)} de tu saldo. Si no te acepta, vuelven enteros.`
        : 'Si no te acepta, no pagas nada.',
    ],
    money: fareFact(data),
  }),
  request_received: (data) => ({
    heading: `${data.passenger} te pide ${cupos(data)}`,
    subject: `Responde: te piden ${cupos(data)} ${way(data)}`,
    paragraphs: [
      `Tienes hasta ${until(data.answerUntil)} para responder. Después la solicitud vence sola.`,
    ],
    label: 'Responder',
    money: earnings(data),
  }),
  request_accepted: (data) => ({
    heading: `${data.driver} aceptó tu solicitud`,
    subject: `Aceptaron tu solicitud ${way(data)}`,
    paragraphs: ['Tu cupo está confirmado. Muestra tu tiquete al subir.'],
    label: 'Ver mi tiquete',
    money: fareFact(data),
  }),
  request_rejected: (data) => ({
    heading: 'No aceptaron tu solicitud',
    subject: `No aceptaron tu solicitud ${way(data)}`,
    paragraphs: [`${data.driver} no puede llevarte esta vez.`, refund(data)],
    closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
  }),
  request_expired: (data) => ({
    heading: 'Tu solicitud venció sin respuesta',
    subject: `Tu solicitud ${way(data)} venció`,
    paragraphs: [`${data.driver} no respondió a tiempo.`, refund(data)],
    closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
  }),
  request_missed: (data) => ({
    heading: `Venció la solicitud de ${data.passenger}`,
    paragraphs: ['No la respondiste a tiempo. Sus cupos vuelven a estar a la venta.'],
  }),
  segment_changed: (data) => ({
    heading: 'Cambiaste tu tramo',
    subject: `Ahora viajas ${way(data)}`,
    paragraphs: ['Tu tiquete es otro: ábrelo de nuevo antes de viajar.'],
    label: 'Ver mi reserva',
    money: fareFact(data),
  }),
  passenger_moved: (data) => ({
    heading: `${data.passenger} cambió su tramo`,
    subject: `${data.passenger} ahora viaja ${way(data)}`,
    paragraphs: ['En tu lista de pasajeros ves dónde sube y dónde baja.'],
    money: earnings(data),
  }),
  booking_cancelled: (data) => ({
    heading: 'Cancelaste tu reserva',
    subject: `Cancelaste tu reserva ${way(data)}`,
    paragraphs: [refund(data)],
    closing: 'En tus movimientos queda el detalle.',
  }),
  passenger_cancelled: (data) => ({
    heading: `${data.passenger} canceló`,
    subject: `${data.passenger} canceló ${cupos(data)} ${way(data)}`,
    paragraphs: [compensation(data)],
  }),
  driver_cancelled: (data) => ({
    heading: 'El conductor canceló tu reserva',
    subject: `El conductor canceló tu cupo ${way(data)}`,
    paragraphs: [`${data.driver} ya no puede llevarte.`, refund(data)],
    closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
  }),
  driver_cancelled_copy: (data) => ({
    heading: `Cancelaste el cupo de ${data.passenger}`,
    paragraphs: [
      'Se lo avisamos y le devolvimos su dinero. La cancelación queda visible en tu perfil.',
    ],
  }),
  trip_cancelled: (data) => ({
    heading: 'El conductor canceló el viaje',
    subject: `Cancelaron tu viaje ${way(data)}`,
    paragraphs: [`${data.driver} canceló todo el viaje.`, refund(data)],
    closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
  }),
  aboard_said: (data) => ({
    heading: `${data.passenger} dice que ya va a bordo`,
    paragraphs: [
      data.byWallet
        ? `A las ${hour(data.paysAt)} recibes el pago, si no lo deshace antes.`
        : `A las ${hour(data.paysAt)} queda registrada su subida, si no la deshace antes.`,
      'Si está contigo, escanea su tiquete y queda registrado ya.',
    ],
    label: 'Ver la reserva',
  }),
  aboard_undone: (data) => ({
    heading: `${data.passenger} deshizo que va a bordo`,
    paragraphs: ['Todavía no queda registrada su subida. Si está contigo, escanea su tiquete.'],
    label: 'Ver la reserva',
  }),
  boarded: (data) => ({
    heading: 'Registramos que subiste',
    subject: `Subiste al carro: ${way(data)}`,
    paragraphs: [
      data.byWallet
        ? `${data.driver} recibe ${fare(data)} de tu saldo.`
        : `Acuerda con ${data.driver} el pago de ${fare(data)}.`,
    ],
    closing: data.byOwnWord
      ? 'Lo dijiste tú con «Ya voy a bordo».'
      : 'Si no subiste, dilo en la reserva con «No me subí» durante las próximas 24 horas.',
  }),
  assumed_aboard: (data) => ({
    heading: 'Dimos tu viaje por hecho',
    subject: `Dimos por hecho tu viaje ${way(data)}`,
    paragraphs: [
      'Nadie dijo lo contrario en las 24 horas siguientes a tu llegada.',
      data.byWallet
        ? `${data.driver} recibe ${fare(data)} de tu saldo.`
        : 'Con pago directo no se cobra nada en Cupo.',
    ],
    closing: 'Si no viajaste, responde a este correo.',
  }),
  fare_received: (data) => ({
    heading: data.byWallet
      ? `Recibiste ${pesosFormat.format(data.earnsPesos)} de ${data.passenger}`
      : `${data.passenger} viaja contigo`,
    paragraphs: [
      data.byWallet
        ? 'Ya está en tu billetera, con la comisión descontada.'
        : `Te paga ${fare(data)} directamente.`,
    ],
  }),
  no_show_charged: (data) => ({
    heading: 'Se cobró el cupo que no usaste',
    subject: `Se cobró tu cupo ${way(data)}`,
    paragraphs: [
      data.byWallet
        ? `El conductor te esperó y no llegaste: recibe ${charged(data)} de tu saldo.`
        : 'El conductor te esperó y no llegaste. Con pago directo no se cobra nada en Cupo.',
    ],
    closing: 'Si no estás de acuerdo, responde a este correo.',
  }),
  no_show_paid: (data) => ({
    heading: `${data.passenger} no viajó contigo`,
    paragraphs: [
      data.byWallet
        ? `Como lo esperaste, recibes ${pesosFormat.format(data.earnsPesos)} en tu billetera.`
        : 'Devolvimos la comisión a tu saldo.',
    ],
  }),
}
