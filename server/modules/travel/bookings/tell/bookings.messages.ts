import {
  channels,
  dayAndTime,
  defineMessage,
  type FareFacts,
  forMode,
  instantFormat,
  journey,
  pesosFormat,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'
import type { Message } from '#server/platform/message.ts'
import {
  aboutMoney,
  aboutTravel,
  aboutTrip,
  type BookingFacts,
  backOnSale,
  bought,
  charged,
  compensation,
  confirmed,
  cupos,
  drivers,
  earnings,
  fare,
  fareFact,
  hour,
  inMovements,
  nearWords,
  paidBy,
  perSeats,
  received,
  refund,
  staying,
  until,
  way,
  whatEnded,
  whatLeft,
} from './booking-words.ts'

export const bookingConfirmed = aboutTrip('booking_confirmed', channels.duty, (data) => ({
  heading: bought(data),
  subject: confirmed(data, ` ${way({ ...data, to: data.next?.to ?? data.to })}`),
  paragraphs: [drivers(data)],
  label: 'Ver mi tiquete',
  money: fareFact(data),
  closing: 'Si no puedes viajar, cancela en la reserva lo antes posible.',
}))

export const seatBooked = aboutTrip('seat_booked', channels.everywhere, (data) => ({
  heading: `${data.passenger} reservó ${cupos(data)}`,
  subject: `Vendiste ${cupos(data)} ${way(data)}`,
  paragraphs: [`En tu lista de pasajeros ves dónde sube y dónde baja.`],
  money: earnings(data),
}))

export const requestSent = aboutTrip('request_sent', channels.onlyApp, (data) => ({
  heading: 'Enviamos tu solicitud',
  paragraphs: [
    `${data.driver} tiene hasta ${until(data.answerUntil)} para responder.`,
    data.byWallet
      ? `Apartamos ${fare(data)} de tu saldo. Si no te acepta, vuelven enteros.`
      : 'Si no te acepta, no pagas nada.',
  ],
  money: fareFact(data),
}))

export const requestReceived: Message<BookingFacts> = {
  ...aboutTrip('request_received', channels.everywhere, (data) => ({
    heading: `${data.passenger} te pide ${cupos(data)}`,
    subject: `Responde: te piden ${cupos(data)} ${way(data)}`,
    paragraphs: [
      `Tienes hasta ${until(data.answerUntil)} para responder. Después la solicitud vence sola.`,
    ],
    label: 'Responder',
    money: earnings(data),
  })),
  answerUntil: (data) => data.answerUntil,
}

export const requestAccepted = aboutTrip('request_accepted', channels.duty, (data) => ({
  heading: `${data.driver} aceptó tu solicitud`,
  subject: `Aceptaron tu solicitud ${way(data)}`,
  paragraphs: [`${confirmed(data)}. Muestra tu tiquete al subir.`],
  label: 'Ver mi tiquete',
  money: fareFact(data),
}))

export const requestRejected = aboutTrip('request_rejected', channels.duty, (data) => ({
  heading: 'No aceptaron tu solicitud',
  subject: `No aceptaron tu solicitud ${way(data)}`,
  paragraphs: [`${data.driver} no puede llevarte esta vez.`, refund(data)],
  closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
}))

export const requestExpired = aboutTrip('request_expired', channels.duty, (data) => ({
  heading: 'Tu solicitud venció sin respuesta',
  subject: `Tu solicitud ${way(data)} venció`,
  paragraphs: [`${data.driver} no respondió a tiempo.`, refund(data)],
  closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
}))

export const requestMissed = aboutTrip('request_missed', channels.onlyApp, (data) => ({
  heading: `Venció la solicitud de ${data.passenger}`,
  paragraphs: [`No la respondiste a tiempo. ${backOnSale(data, 'Su')}`],
}))

export const segmentChanged = aboutTrip('segment_changed', channels.duty, (data) => ({
  heading: 'Cambiaste tu tramo',
  subject: `Ahora viajas ${way(data)}`,
  paragraphs: ['Tu tiquete es otro: ábrelo de nuevo antes de viajar.'],
  label: 'Ver mi reserva',
  money: fareFact(data),
}))

export const passengerMoved = aboutTrip('passenger_moved', channels.everywhere, (data) => ({
  heading: `${data.passenger} cambió su tramo`,
  subject: `${data.passenger} ahora viaja ${way(data)}`,
  paragraphs: ['En tu lista de pasajeros ves dónde sube y dónde baja.'],
  money: earnings(data),
}))

export const seatsReturned = aboutTrip('seats_returned', channels.duty, (data) => ({
  heading: `Devolviste ${cupos(data)}`,
  subject: `Devolviste ${cupos(data)} ${way(data)}`,
  paragraphs: [
    `${refund(data)} ${staying(data)}`,
    ...(data.isRequest ? [] : ['Tu tiquete es otro: ábrelo de nuevo antes de viajar.']),
  ],
  label: 'Ver el comprobante',
  closing: inMovements(data),
}))

export const passengerReturned = aboutTrip('passenger_returned', channels.everywhere, (data) => ({
  heading: `${data.passenger} devolvió ${cupos(data)}`,
  subject: `${data.passenger} devolvió ${cupos(data)} ${way(data)}`,
  paragraphs: [staying(data), compensation(data)],
}))

export const bookingCancelled = aboutTrip('booking_cancelled', channels.duty, (data) => ({
  heading: whatEnded(data),
  subject: `${whatEnded(data)} ${way(data)}`,
  paragraphs: [refund(data)],
  closing: inMovements(data),
}))

export const passengerCancelled = aboutTrip('passenger_cancelled', channels.everywhere, (data) => ({
  heading: data.byTeam
    ? `Cupo canceló la reserva de ${data.passenger}`
    : `${data.passenger} canceló${data.isRequest ? ' su solicitud' : ''}`,
  subject: `${data.byTeam ? 'Cupo' : data.passenger} canceló ${whatLeft(data)} ${way(data)}`,
  paragraphs: [compensation(data)],
}))

export const driverCancelled = aboutTravel('driver_cancelled', channels.duty, (data) => ({
  heading: 'El conductor canceló tu reserva',
  subject: `El conductor canceló ${perSeats(data, 'tu cupo', 'tus cupos')} ${way(data)}`,
  paragraphs: [`${data.driver} ya no puede llevarte.`, refund(data)],
  closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
}))

export const driverCancelledCopy = aboutTrip('driver_cancelled_copy', channels.onlyApp, (data) => ({
  heading: `Cancelaste ${perSeats(data, 'el cupo', 'los cupos')} de ${data.passenger}`,
  paragraphs: [
    forMode(data, {
      billetera: `Se lo avisamos y le devolvimos ${fare(data)} a su billetera.`,
      directo: 'Se lo avisamos. Era pago directo: no te debe nada.',
    }),
    'La cancelación queda visible en tu perfil.',
  ],
}))

export const tripCancelled = aboutTravel('trip_cancelled', channels.duty, (data) => ({
  heading: data.byTeam ? 'Cupo canceló el viaje' : 'El conductor canceló el viaje',
  subject: `Cancelaron tu viaje ${way(data)}`,
  paragraphs: [
    data.byTeam
      ? 'Lo canceló el equipo de Cupo, no tu conductor.'
      : `${data.driver} canceló todo el viaje.`,
    ...(data.reason ? [`Motivo: ${data.reason}`] : []),
    refund(data),
    ...(data.near?.length
      ? [`Los viajes más cercanos: ${data.near.map(nearWords).join('; ')}.`]
      : []),
  ],
  closing: 'Busca otro viaje para ese día: puede haber más conductores en ese camino.',
}))

export const aboardSaid = aboutTrip('aboard_said', channels.unmailed, (data) => ({
  heading: `${data.passenger} dice que ya va a bordo`,
  paragraphs: [
    data.byWallet
      ? `A ${hour(data.paysAt)} recibes el pago, si no lo deshace antes.`
      : `A ${hour(data.paysAt)} queda registrada su subida, si no la deshace antes.`,
    'Si está contigo, escanea su tiquete y queda registrado ya.',
  ],
  label: 'Ver la reserva',
}))

export const aboardUndone = aboutTrip('aboard_undone', channels.unmailed, (data) => ({
  heading: `${data.passenger} deshizo que va a bordo`,
  paragraphs: ['Todavía no queda registrada su subida. Si está contigo, escanea su tiquete.'],
  label: 'Ver la reserva',
}))

export const boarded = aboutMoney('boarded', channels.duty, (data) => ({
  heading: 'Registramos que subiste',
  subject: `Subiste al carro: ${way(data)}`,
  paragraphs: [paidBy(data)],
  closing: data.byOwnWord
    ? 'Lo dijiste tú con «Ya voy a bordo».'
    : 'Si no subiste, dilo en la reserva con «No me subí» durante las próximas 24 horas.',
}))

export const boardedByName = aboutMoney('boarded_by_name', channels.duty, (data) => ({
  heading: 'Registraron que subiste sin tiquete',
  paragraphs: [
    `${data.driver} registró que subiste a ${hour(data.boardedAt ?? null)} con tu nombre y los ` +
      `últimos números de tu documento. ${paidBy(data)}`,
    '¿No fuiste tú? Dilo en la reserva con «No me subí» durante las próximas 24 horas.',
  ],
}))

export const assumedAboard = aboutMoney('assumed_aboard', channels.duty, (data) => ({
  heading: 'Dimos tu viaje por hecho',
  subject: `Dimos por hecho tu viaje ${way(data)}`,
  paragraphs: [
    'Nadie dijo lo contrario en las 24 horas siguientes a tu llegada.',
    data.byWallet
      ? `${data.driver} recibe ${fare(data)} de tu saldo.`
      : 'Con pago directo no se cobra nada en Cupo.',
  ],
  contestable: true,
}))

export const fareReceived = aboutMoney('fare_received', channels.onlyApp, (data) => ({
  heading: data.byWallet
    ? `Recibiste ${pesosFormat.format(data.earnsPesos)} de ${data.passenger}`
    : data.byTime
      ? `Dimos por hecho el viaje de ${data.passenger}`
      : `${data.passenger} viaja contigo`,
  paragraphs: [received(data)],
}))

export const noShowCharged = aboutMoney('no_show_charged', channels.duty, (data) => ({
  heading: data.byWallet
    ? perSeats(data, 'Se cobró el cupo que no usaste', 'Se cobraron los cupos que no usaste')
    : 'Quedó registrado que no llegaste',
  subject: data.byWallet
    ? `${perSeats(data, 'Se cobró tu cupo', 'Se cobraron tus cupos')} ${way(data)}`
    : `No llegaste: ${way(data)}`,
  paragraphs: [
    data.byWallet
      ? `El conductor te esperó y no llegaste: recibe ${charged(data)} de tu saldo.`
      : 'El conductor te esperó y no llegaste. Con pago directo no se cobra nada en Cupo.',
  ],
  contestable: true,
}))

export const noShowPaid = aboutMoney('no_show_paid', channels.onlyApp, (data) => ({
  heading: `${data.passenger} no viajó contigo`,
  paragraphs: [
    data.byWallet
      ? `Como lo esperaste, recibes ${pesosFormat.format(data.earnsPesos)} en tu billetera.`
      : 'Era pago directo: Cupo no te cobra comisión.',
  ],
}))

export const noShowClaimed = defineMessage('no_show_claimed', 'money', {
  channels: channels.duty,
  words: (data: FareFacts & { path: string; until: string }, site) => ({
    subject: 'El conductor dice que no llegaste a tu viaje',
    heading: 'El conductor dice que no llegaste',
    paragraphs: [
      'Registró que te esperó al menos 15 minutos y no subiste.',
      `Si no fue así, tienes hasta ${dayAndTime(data.until)} para reclamar. Una persona de Cupo ` +
        forMode(data, { billetera: 'lo revisa y el dinero queda quieto.', directo: 'lo revisa.' }),
    ],
    action: { label: 'Ver la reserva y reclamar', url: `${site}${data.path}` },
    closing: [
      forMode(data, {
        billetera: 'Si no reclamas, el valor de la reserva queda para el conductor.',
        directo: 'Si no reclamas, se da por cierto. Cupo no te cobra nada.',
      }),
    ],
  }),
  answerUntil: (data) => data.until,
})

export const meetingChanged = defineMessage('meeting_changed', 'travel', {
  channels: channels.everywhere,
  words: (
    data: {
      path: string
      /** The side that changed the meeting point. */
      by: 'passenger' | 'driver'
      /** `point` is null while it is to be agreed, or where the driver's own point applies. */
      from: { place: string; point: string | null }
      to: { place: string; point: string | null }
      at: string
      /** Whether the passenger may now leave at no cost; absent in jobs stored earlier. */
      isFree?: boolean
    },
    site,
  ) => {
    const who = data.by === 'passenger' ? 'Tu pasajero' : 'Tu conductor'
    const open = 'Como está en la reserva, o por acordar'
    return {
      subject: `${who} cambió el punto de encuentro`,
      heading: 'Cambió el punto de encuentro',
      paragraphs: [`${who} eligió dónde se encuentran. La hora y el precio siguen igual.`],
      action: { label: 'Ver la reserva', url: `${site}${data.path}` },
      facts: [
        ['Sube', instantFormat.format(new Date(data.at))],
        [`En ${data.from.place}`, data.from.point ?? open],
        [`En ${data.to.place}`, data.to.point ?? open],
      ],
      closing: [
        'Si no te sirve, pónganse de acuerdo y cámbialo en la reserva.',
        ...(data.isFree ? ['También puedes salirte sin costo hasta que te recojan.'] : []),
      ],
    }
  },
  boardsAt: ({ at }) => at,
})

type MeetingAgreed = {
  path: string
  /** Where the passenger gets on (`from`) or off (`to`). */
  end: 'from' | 'to'
  place: string
  point: string
  address: string
  /** When the car is there by the plan, and when the passenger gets on. */
  at: string
  boardsAt: string
}

export const meetingAgreed = defineMessage<MeetingAgreed>('meeting_agreed', 'travel', {
  channels: channels.everywhere,
  words: ({ path, end, place, point, address, at }, site) => ({
    subject: `Quedaron en ${point}, ${place}`,
    heading: 'Acordaron el punto de encuentro',
    paragraphs: [`Los dos eligieron ${point}. La hora y el precio siguen igual.`],
    action: { label: 'Ver la reserva', url: `${site}${path}` },
    facts: [
      [end === 'from' ? 'Sube' : 'Baja', instantFormat.format(new Date(at))],
      [`En ${place}`, `${point}, ${address}`],
    ],
    closing: ['Si algo cambia, escríbanse por Cupo.'],
  }),
  boardsAt: ({ boardsAt }) => boardsAt,
})

type MeetingMissing = {
  path: string
  /** The side that reads the message, and the name of the other person. */
  side: 'passenger' | 'driver'
  other: string
  /** Place where the passenger gets on, and when. */
  place: string
  at: string
}

export const meetingMissing = defineMessage<MeetingMissing>('meeting_missing', 'trips', {
  channels: channels.everywhere,
  boardsAt: ({ at }) => at,
  words: (data, site) => {
    const other = unlinked(data.other)
    const at = instantFormat.format(new Date(data.at))
    const heading =
      data.side === 'passenger'
        ? 'Falta acordar dónde te subes'
        : 'Falta acordar dónde se sube tu pasajero'
    return {
      heading,
      paragraphs: [
        `Aún no hay punto de encuentro con ${other} en ${data.place}.`,
        'Elígelo en la reserva: le avisamos a la otra persona.',
      ],
      action: { label: 'Elegir el punto de encuentro', url: `${site}${data.path}` },
      facts: [
        ['Sube', at],
        ['En', data.place],
      ],
      closing: ['Un punto seguro es un lugar público y conocido, fácil de encontrar para los dos.'],
    }
  },
})

export const tripFull = defineMessage('trip_full', 'trips', {
  channels: channels.onlyApp,
  words: (data: { path: string; from: string; to: string; at: string }, site) => ({
    heading: 'Tu viaje está lleno',
    paragraphs: ['Vendiste todos los cupos. Si alguien cancela, vuelven a la venta.'],
    action: { label: 'Ver mi viaje', url: `${site}${data.path}` },
    facts: journey(data),
  }),
})
