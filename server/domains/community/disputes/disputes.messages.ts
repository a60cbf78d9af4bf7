import {
  channels,
  defineMessage,
  type FareFacts,
  forMode,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage } from '#server/platform/room-message.ts'

type Disputed = FareFacts & { path: string }

export const objectionOpened = defineMessage({
  name: 'objection_opened',
  topic: 'trips',
  channels: channels.everywhere,
  words: (data: Disputed, site) => ({
    subject: 'Un pasajero dice que no llegaste a recogerlo',
    heading: 'Un pasajero dice que no llegaste',
    paragraphs: [
      'Nadie registró su subida y nos cuenta que no llegaste.',
      forMode(data, {
        billetera: 'Una persona de Cupo lo revisa: hasta entonces no se paga ni se devuelve nada.',
        directo: 'Una persona de Cupo lo revisa: hasta entonces no se cobra la comisión.',
      }),
    ],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [],
    closing: ['Si lo llevaste, responde a este correo y cuéntanos qué pasó.'],
  }),
})

export const checkInDenied = defineMessage({
  name: 'check_in_denied',
  topic: 'trips',
  channels: channels.everywhere,
  words: (data: Disputed, site) => ({
    subject: 'Tu pasajero dice que no se subió',
    heading: 'Tu pasajero dice que no se subió',
    paragraphs: [
      'Registraste su subida y nos cuenta que no viajó contigo.',
      `Una persona de Cupo lo revisa. Si le da la razón, ${forMode(data, {
        billetera: 'el pasaje vuelve a su billetera',
        directo: 'te devolvemos la comisión',
      })}.`,
    ],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [],
    closing: ['Si viajó contigo, responde a este correo y cuéntanos.'],
  }),
})

export const disputeReceived = defineMessage({
  name: 'dispute_received',
  topic: 'trips',
  channels: channels.everywhere,
  words: (data: { path: string }, site) => ({
    subject: 'Recibimos tu reclamo',
    heading: 'Recibimos tu reclamo',
    paragraphs: ['Una persona de Cupo lo revisa y te avisamos por correo qué decidimos.'],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [],
    closing: [],
  }),
})

export const disputeResolved = defineMessage({
  name: 'dispute_resolved',
  topic: 'money',
  channels: channels.duty,
  words: (data: { path: string; inFavour: boolean }, site) => {
    const verdict = data.inFavour ? 'a tu favor' : 'a favor de la otra persona'
    return {
      subject: 'Resolvimos el reclamo de tu reserva',
      heading: 'Resolvimos el reclamo',
      paragraphs: [`Revisamos lo que pasó y decidimos ${verdict}.`],
      action: { label: 'Ver la reserva', url: `${site}${data.path}` },
      facts: [],
      closing: ['Si no estás de acuerdo, responde a este correo.'],
    }
  },
})

export const disputesMessages: AnyMessage[] = [
  objectionOpened,
  checkInDenied,
  disputeReceived,
  disputeResolved,
]
