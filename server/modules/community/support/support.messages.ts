// Messages about support tickets. They do not contain the text of the ticket.
import {
  channels,
  defineMessage,
  instantFormat,
} from '#server/modules/foundation/notifications/index.ts'

const when = (at: string) => instantFormat.format(new Date(at))

export const ticketConfirm = defineMessage('ticket_confirm', 'account', {
  channels: channels.onlyMail,
  words: (data: { path: string; days: number }, site) => ({
    subject: 'Confirma tu mensaje a soporte',
    heading: 'Confirma que nos escribiste',
    paragraphs: [
      'Con tu confirmación, soporte recibe tu mensaje y la respuesta te llega por correo.',
    ],
    action: { label: 'Confirmar y enviar', url: `${site}${data.path}` },
    closing: [`Si no lo confirmas en ${data.days} días, lo borramos. Si no fuiste tú, ignóralo.`],
  }),
})

export const ticketReceived = defineMessage('ticket_received', 'account', {
  channels: channels.onlyApp,
  /** `until`: null if no answer is promised before the departure. */
  words: (data: { path: string; until: string | null }, site) => ({
    heading: 'Recibimos tu mensaje',
    paragraphs: [
      data.until
        ? 'Una persona de soporte lo lee y te responde en tu caso.'
        : 'Tu viaje sale pronto: no te prometemos respuesta antes. Mira en tu caso qué hacer.',
    ],
    action: { label: 'Ver mi caso', url: `${site}${data.path}` },
    facts: data.until ? [['Te respondemos antes de', when(data.until)]] : [],
  }),
})

export const ticketAnswered = defineMessage('ticket_answered', 'account', {
  channels: channels.duty,
  words: (data: { path: string; resolved: boolean }, site) => ({
    subject: data.resolved ? 'Resolvimos tu caso' : 'Soporte te respondió',
    heading: data.resolved ? 'Resolvimos tu caso' : 'Soporte te respondió',
    paragraphs: [
      data.resolved
        ? 'Mira la respuesta y cuéntanos cómo te fue. Si falta algo, escribe ahí mismo.'
        : 'Mira la respuesta y sigue la conversación en tu caso.',
    ],
    action: { label: 'Ver la respuesta', url: `${site}${data.path}` },
  }),
})

export const ticketGiven = defineMessage('ticket_given', 'account', {
  channels: channels.duty,
  words: (data: { path: string; until: string | null }, site) => ({
    heading: 'Te pasaron un caso de soporte',
    paragraphs: ['Una persona del equipo te lo pasó. Mira el caso y lo que te anotó.'],
    action: { label: 'Ver el caso', url: `${site}${data.path}` },
    facts: data.until ? [['Se responde antes de', when(data.until)]] : [],
  }),
})

export const safetyLate = defineMessage('safety_late', 'account', {
  channels: channels.desk,
  words: (data: { path: string; since: string }, site) => ({
    heading: 'Un aviso de seguridad sigue sin respuesta',
    paragraphs: ['Pasaron más de 2 horas y nadie lo ha tomado.'],
    action: { label: 'Verlo', url: `${site}${data.path}` },
    facts: [['Llegó', when(data.since)]],
  }),
})
