// Messages about what the team did on a person, trip, booking or top-up.
import { FUND_AID_MAX } from '#contract/desk-action-limits.ts'
import { asSubject, proposalTitle } from '#contract/proposal-words.ts'
import {
  channels,
  defineMessage,
  instantFormat,
  journey,
  pesosFormat,
} from '#server/modules/foundation/notifications/index.ts'

const wallet = (site: string) => ({ label: 'Ver mi billetera', url: `${site}/wallet` })

/** A text that a team member wrote; it never rings, and never goes by SMS. */
export const teamMessage = defineMessage('team_message', 'account', {
  channels: channels.desk,
  words: (data: { path: string; text: string }, site) => ({
    heading: 'El equipo de Cupo te escribió',
    paragraphs: data.text.split(/\n+/),
    action: { label: 'Ver en Cupo', url: `${site}${data.path}` },
    help: { title: '¿Quieres responder?', path: data.path },
  }),
})

/** To the driver of a trip that the team cancelled. */
export const tripEndedByTeam = defineMessage('trip_ended_by_team', 'trips', {
  channels: channels.duty,
  words: (data: { path: string; from: string; to: string; at: string }, site) => ({
    heading: 'Cupo canceló tu viaje',
    paragraphs: [
      'Lo canceló el equipo de Cupo. A quien pagó con su billetera le devolvimos todo.',
      'No cuenta como cancelación tuya.',
    ],
    action: { label: 'Ver mi viaje', url: `${site}${data.path}` },
    help: { title: '¿Tienes dudas?', path: data.path },
    facts: journey(data),
  }),
})

export const copyOfBooking = defineMessage('copy_of_booking', 'trips', {
  channels: channels.desk,
  words: (
    data: { path: string; from: string; to: string; at: string; seats: number; open: boolean },
    site,
  ) => ({
    heading: data.open ? 'Te reenviamos tu tiquete' : 'Te reenviamos tu comprobante',
    paragraphs: [
      data.open
        ? 'En tu reserva está el tiquete: ábrelo una vez y después también funciona sin conexión.'
        : 'En tu reserva puedes descargar el comprobante.',
    ],
    action: {
      label: data.open ? 'Ver mi tiquete' : 'Ver mi comprobante',
      url: `${site}${data.path}`,
    },
    facts: [
      ['Viaje', `${data.from} → ${data.to}`],
      ['Sube', instantFormat.format(new Date(data.at))],
      ['Cupos', String(data.seats)],
    ],
  }),
})

export const copyOfTopUp = defineMessage('copy_of_top_up', 'money', {
  channels: channels.desk,
  words: (data: { pesos: number; reference: string; at: string }, site) => ({
    heading: 'Te reenviamos la confirmación de tu recarga',
    paragraphs: ['Esta recarga entró a tu billetera.'],
    action: wallet(site),
    facts: [
      ['Valor', pesosFormat.format(data.pesos)],
      ['Referencia', data.reference],
      ['Fecha', instantFormat.format(new Date(data.at))],
    ],
  }),
})

const cleared = {
  login: 'Ya puedes volver a intentar iniciar sesión.',
  phone: 'Ya puedes volver a pedir un código para tu celular.',
  second_factor: 'Ya puedes volver a intentar tu segundo paso.',
} as const

export const lockCleared = defineMessage('lock_cleared', 'account', {
  channels: channels.duty,
  words: (data: { lock: keyof typeof cleared }, site) => ({
    heading: 'Quitamos un bloqueo de tu cuenta',
    paragraphs: [cleared[data.lock], 'No cambiamos tu contraseña ni tus datos.'],
    action: { label: 'Ver mi perfil', url: `${site}/profile` },
    help: { title: '¿No fuiste tú?' },
    closing: ['Si no lo pediste, cambia tu contraseña.'],
  }),
})

export const creditReceived = defineMessage('credit_received', 'money', {
  channels: channels.duty,
  words: (data: { pesos: number; withdrawable: boolean }, site) => ({
    heading: `Cupo te dio ${pesosFormat.format(data.pesos)}`,
    paragraphs: [
      data.withdrawable
        ? 'Ya están en tu billetera: puedes viajar con ellos o retirarlos.'
        : 'Ya están en tu billetera, para viajar. No se pueden retirar.',
    ],
    action: wallet(site),
  }),
})

const fundReasons = {
  connection_pay:
    'El primer carro de tu pasajero falló y lo que reservó salió vacío. El fondo de garantía te ' +
    'paga la mitad, menos la comisión.',
  stranded_aid:
    'Ibas en camino y el segundo carro falló. El fondo de garantía te paga la parte que ' +
    `viajaste, hasta ${pesosFormat.format(FUND_AID_MAX)}.`,
} as const

/** To a second driver who lost a seat, or a passenger who was left on the way. */
export const fundPaid = defineMessage('fund_paid', 'money', {
  channels: channels.duty,
  words: (
    data: { kind: keyof typeof fundReasons; pesos: number; from: string; to: string; at: string },
    site,
  ) => ({
    heading: `Te pagamos ${pesosFormat.format(data.pesos)} del fondo de garantía`,
    paragraphs: [
      fundReasons[data.kind],
      'Ya están en tu billetera: puedes viajar con ellos, y retirarlos en 24 horas.',
    ],
    action: wallet(site),
    facts: journey(data),
  }),
})

type Refund = { pesos: number; reference: string }

const refundFacts = (data: Refund): [string, string][] => [
  ['Valor', pesosFormat.format(data.pesos)],
  ['Recarga', data.reference],
]

const aboutRefund = (name: string, heading: string, text: string) =>
  defineMessage(name, 'money', {
    channels: channels.duty,
    words: (data: Refund, site) => ({
      ...{ heading, paragraphs: [text], action: wallet(site), facts: refundFacts(data) },
      help: { title: '¿Tienes dudas?', reference: data.reference },
    }),
  })

export const refundStarted = aboutRefund(
  'refund_started',
  'Vamos a devolver tu recarga',
  'Apartamos ese valor de tu saldo para devolverlo a tu medio de pago. Te avisamos cuando ' +
    'otra persona del equipo lo confirme.',
)

export const refundDone = aboutRefund(
  'refund_done',
  'Devolvimos tu recarga a tu medio de pago',
  'El valor salió de tu saldo. Tu banco puede tardar varios días hábiles en mostrarlo.',
)

export const refundStopped = aboutRefund(
  'refund_stopped',
  'La devolución de tu recarga no siguió',
  'El valor que estaba apartado volvió a tu billetera.',
)

/** To all of finance and the admins: one person proposed many refunds in a day. */
export const refundsHeld = defineMessage('refunds_held', 'account', {
  channels: channels.desk,
  words: (data: { by: string; people: number; pesos: number }, site) => ({
    heading: 'Una persona apartó mucho dinero en devoluciones',
    paragraphs: [
      'Las devoluciones que anotó en un día esperan la segunda firma y tienen apartado el ' +
        'saldo de otras personas. Compáralas ya con el tablero de la pasarela.',
    ],
    action: { label: 'Ver lo que espera firma', url: `${site}/admin/signatures` },
    facts: [
      ['Las anotó', data.by],
      ['Personas', String(data.people)],
      ['Valor apartado', pesosFormat.format(data.pesos)],
    ],
  }),
})

const refundTitle = ({ people = [], pesos, reference: detail }: Refund & { people?: string[] }) =>
  proposalTitle({ kind: 'refund', people, detail, amount: pesosFormat.format(pesos) })

/** To all of finance and the admins: nobody signed a recorded refund in days. */
export const refundUnsigned = defineMessage('refund_unsigned', 'account', {
  channels: channels.desk,
  words: (data: Refund & { path: string; by: string; at: string; people?: string[] }, site) => ({
    heading: asSubject(`Sin firma: ${refundTitle(data)}`),
    paragraphs: [
      'El dinero sigue apartado. Compárala con el tablero de la pasarela y fírmala, o digan ' +
        'dos personas, con prueba, que la pasarela no la pagó.',
    ],
    action: { label: 'Ver la devolución', url: `${site}${data.path}` },
    facts: [
      ...refundFacts(data),
      ['La anotó', data.by],
      ['Desde', instantFormat.format(new Date(data.at))],
    ],
  }),
})

/** To the person who would have had a credit that nobody confirmed in time. */
export const creditUnconfirmed = defineMessage('credit_unconfirmed', 'money', {
  channels: channels.onlyApp,
  words: (data: { pesos: number }, site) => ({
    heading: `Un crédito de ${pesosFormat.format(data.pesos)} no se confirmó`,
    paragraphs: ['El equipo lo propuso para ti y nadie lo confirmó a tiempo. Tu saldo no cambia.'],
    action: wallet(site),
    help: { title: '¿Tienes dudas?' },
  }),
})
