import { channels, defineMessage } from '#server/modules/foundation/notifications/index.ts'

export const messageReceived = defineMessage('message_received', 'messages', {
  channels: channels.everywhere,
  /** Names the sender and the trip, without the text of the message. */
  words: (data: { path: string; sender: string; from: string; to: string }, site) => ({
    subject: 'Tienes mensajes sin leer en Cupo',
    heading: 'Tienes mensajes sin leer',
    paragraphs: [`${data.sender} te escribió sobre el viaje de ${data.from} a ${data.to}.`],
    action: { label: 'Leer y responder', url: `${site}${data.path}` },
    closing: ['Por tu seguridad, lo que dicen los mensajes solo se lee en Cupo.'],
  }),
})
